-- Grants a lease, or extends it: its token; 0 if another holds one, or there is no such conversation.
-- KEYS: those of the conversation: head, messages, appends, records, segments
-- ARGV: owner, now, until when, in microseconds
local head = redis.call('HMGET', KEYS[1], 'incarnation', 'lease_owner', 'lease_token', 'lease_until')
if not head[1] then
  return 0
end
local holds = (tonumber(head[4] or '0') or 0) > tonumber(ARGV[2])
if not holds then
  local token = redis.call('HINCRBY', KEYS[1], 'lease_token', 1)
  redis.call('HSET', KEYS[1], 'lease_owner', ARGV[1], 'lease_until', ARGV[3])
  return token
end
if head[2] ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], 'lease_until', ARGV[3])
return tonumber(head[3])
