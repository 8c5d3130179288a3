-- Replaces the messages after one by others, under a new incarnation.
-- KEYS: those of the conversation: head, messages, appends, records, segments
-- ARGV: incarnation, expected last, the range's start, new incarnation, new last, call, then the messages
local head = redis.call('HMGET', KEYS[1], 'incarnation', 'last_sequence', 'replace_call')
redis.call('ZCARD', KEYS[2])
if not head[1] then
  return 0
end
if head[3] == ARGV[6] then
  return 1
end
if head[1] ~= ARGV[1] or head[2] ~= ARGV[2] then
  return 0
end
redis.call('HINCRBY', KEYS[1], 'messages', #ARGV - 6)
redis.call('HINCRBY', KEYS[1], 'revision', 0)
local taken = redis.call('ZREMRANGEBYLEX', KEYS[2], ARGV[3], '+')
if taken > 0 then
  redis.call('HINCRBY', KEYS[1], 'messages', -taken)
  redis.call('HINCRBY', KEYS[1], 'revision', 1)
end
for i = 7, #ARGV do
  redis.call('ZADD', KEYS[2], 0, ARGV[i])
end
redis.call('HSET', KEYS[1], 'incarnation', ARGV[4], 'last_sequence', ARGV[5], 'replace_call', ARGV[6])
keep_on()
return 1
