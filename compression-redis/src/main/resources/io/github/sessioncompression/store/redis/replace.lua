-- Replaces the messages after one by others, under a new incarnation: 1 if it did, 0 if the head is not as expected.
-- KEYS: those of the conversation: head, messages, appends, records, segments
-- ARGV: expected incarnation, last sequence, record version, revision; the range's start, new incarnation, new last, call, then the messages
local head = redis.call('HMGET', KEYS[1], 'incarnation', 'last_sequence', 'record_version', 'revision', 'replace_call')
redis.call('ZCARD', KEYS[2])
if not head[1] then
  return 0
end
if head[5] == ARGV[8] then
  return 1
end
for i = 1, 4 do
  if differs(head[i], ARGV[i]) then
    return 0
  end
end
redis.call('HINCRBY', KEYS[1], 'messages', #ARGV - 8)
redis.call('HINCRBY', KEYS[1], 'revision', 0)
local taken = redis.call('ZREMRANGEBYLEX', KEYS[2], ARGV[5], '+')
if taken > 0 then
  redis.call('HINCRBY', KEYS[1], 'messages', -taken)
  redis.call('HINCRBY', KEYS[1], 'revision', 1)
end
for i = 9, #ARGV do
  redis.call('ZADD', KEYS[2], 0, ARGV[i])
end
redis.call('HSET', KEYS[1], 'incarnation', ARGV[6], 'last_sequence', ARGV[7], 'replace_call', ARGV[8])
keep_on()
return 1
