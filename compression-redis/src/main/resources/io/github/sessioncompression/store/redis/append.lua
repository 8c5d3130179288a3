-- Adds messages at the end, once: 'ADDED', 'ALREADY_THERE' if another call has used the key, 'REFUSED' if the head is not as expected.
-- Begins the conversation if there is none and nothing was expected.
-- KEYS: those of the conversation: head, messages, appends, records, segments
-- ARGV: incarnation, expected last, new last, key, call, milliseconds to keep or '', then the messages
local head = redis.call('HMGET', KEYS[1], 'incarnation', 'last_sequence')
local known = redis.call('HGET', KEYS[3], ARGV[4])
-- Fails before anything is written if somebody else has put something of another type there.
redis.call('ZCARD', KEYS[2])
if known then
  -- The same call again, because its answer was lost.
  if string.match(known, ' (.*)$') == ARGV[5] then
    return 'ADDED'
  end
  return 'ALREADY_THERE'
end
if head[1] then
  if head[1] ~= ARGV[1] or head[2] ~= ARGV[2] then
    return 'REFUSED'
  end
elseif tonumber(ARGV[2]) ~= 0 then
  return 'REFUSED'
end
redis.call('HINCRBY', KEYS[1], 'messages', #ARGV - 6)
local number = redis.call('HINCRBY', KEYS[1], 'appends', 1)
if not head[1] then
  redis.call('HSET', KEYS[1], 'incarnation', ARGV[1], 'record_version', string.rep('0', 19), 'revision', 0)
  if ARGV[6] ~= '' then
    redis.call('HSET', KEYS[1], 'keep_millis', ARGV[6])
  end
end
redis.call('HSET', KEYS[1], 'last_sequence', ARGV[3])
for i = 7, #ARGV do
  redis.call('ZADD', KEYS[2], 0, ARGV[i])
end
redis.call('HSET', KEYS[3], ARGV[4], string.format('%.0f', number) .. ' ' .. ARGV[5])
-- Keys of the latest 100 appends are kept at least; older ones are dropped now and then.
if number % 64 == 0 then
  local keys = redis.call('HGETALL', KEYS[3])
  for i = 1, #keys, 2 do
    local place = tonumber(string.match(keys[i + 1], '^%d+'))
    if not place or place <= number - 100 then
      redis.call('HDEL', KEYS[3], keys[i])
    end
  end
end
keep_on()
return 'ADDED'
