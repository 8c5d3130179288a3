-- Grants a lease, or extends it: its token; 0 if another holds one, or there is no such conversation.
-- KEYS: those of the conversation: head, messages, appends, records, segments
-- ARGV: owner, how long in microseconds, now or '' for the server's time
local head = redis.call('HMGET', KEYS[1], 'incarnation', 'lease_owner', 'lease_token', 'lease_until')
if not head[1] then
  return 0
end
local now = tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000000 + tonumber(time[2])
end
-- The largest number that is counted exactly.
local ends = string.format('%.0f', math.min(2 ^ 53 - 1, now + tonumber(ARGV[2])))
local holds = (tonumber(head[4] or '0') or 0) > now
if not holds then
  local token = redis.call('HINCRBY', KEYS[1], 'lease_token', 1)
  redis.call('HSET', KEYS[1], 'lease_owner', ARGV[1], 'lease_until', ends)
  return token
end
if head[2] ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], 'lease_until', ends)
return tonumber(head[3])
