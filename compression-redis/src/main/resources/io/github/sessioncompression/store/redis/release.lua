-- Ends a lease if it is the latest; its token stays, so that the next one is larger. Always 1.
-- KEYS: those of the conversation: head, messages, appends, records, segments
-- ARGV: owner, token
local head = redis.call('HMGET', KEYS[1], 'lease_owner', 'lease_token')
if head[1] == ARGV[1] and head[2] == ARGV[2] then
  redis.call('HDEL', KEYS[1], 'lease_until')
end
return 1
