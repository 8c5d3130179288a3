-- Deletes the conversation: whether there was one.
-- KEYS: those of the conversation: head, messages, appends, records, segments
local there = redis.call('EXISTS', KEYS[1])
for _, key in ipairs(KEYS) do
  redis.call('UNLINK', key)
end
return there
