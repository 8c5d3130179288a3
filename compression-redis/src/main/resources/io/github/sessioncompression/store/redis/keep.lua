-- Sets how long the conversation is kept after its last write, beginning now: 1 if there is one, else 0.
-- KEYS: those of the conversation: head, messages, appends, records, segments
-- ARGV: milliseconds, '' for ever
if redis.call('HEXISTS', KEYS[1], 'incarnation') == 0 then
  return 0
end
if ARGV[1] == '' then
  redis.call('HDEL', KEYS[1], 'keep_millis')
else
  redis.call('HSET', KEYS[1], 'keep_millis', ARGV[1])
end
for _, key in ipairs(KEYS) do
  if ARGV[1] == '' then
    redis.call('PERSIST', key)
  else
    redis.call('PEXPIRE', key, ARGV[1])
  end
end
return 1
