-- Erases one message if it is there, all records but the current one, and the segments that only those name: 1 if the message was there, else 0.
-- KEYS: those of the conversation: head, messages, appends, records, segments
-- ARGV: the range's start, its end, call
-- A server whose memory is full lets a script write what it likes once it has deleted something: so that comes first.
local head = redis.call('HMGET', KEYS[1], 'incarnation', 'record_version', 'erase_call', 'messages', 'revision')
redis.call('HLEN', KEYS[4])
redis.call('HLEN', KEYS[5])
if not head[1] then
  return 0
end
if head[3] == ARGV[3] then
  return 1
end
if string.match(head[4] or '0', '[^%d-]') or string.match(head[5] or '0', '[^%d-]') then
  return redis.error_reply('ERR hash value is not an integer')
end
local erased = redis.call('ZREMRANGEBYLEX', KEYS[2], ARGV[1], ARGV[2])
if erased > 0 then
  redis.call('HINCRBY', KEYS[1], 'messages', -1)
  redis.call('HSET', KEYS[1], 'erase_call', ARGV[3])
end
local taken = erased
for _, field in ipairs(redis.call('HKEYS', KEYS[4])) do
  if string.match(field, '^%d+') ~= head[2] then
    taken = taken + redis.call('HDEL', KEYS[4], field)
  end
end
if taken > 0 then
  redis.call('HINCRBY', KEYS[1], 'revision', 1)
end
drop_unnamed_segments({ head[2] })
return erased
