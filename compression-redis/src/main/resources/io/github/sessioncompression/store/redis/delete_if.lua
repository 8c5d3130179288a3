-- Deletes the conversation if it stands where it is expected to: 1 if it did, 0 if it stands elsewhere, -1 if there is none.
-- KEYS: those of the conversation: head, messages, appends, records, segments
-- ARGV: incarnation, last sequence, record version, revision, how many messages
local head = redis.call('HMGET', KEYS[1], 'incarnation', 'last_sequence', 'record_version', 'revision', 'messages')
if not head[1] then
  return -1
end
for i = 1, 5 do
  -- What was never written is 0.
  if head[i] ~= ARGV[i] and (head[i] or string.match(ARGV[i], '[^0]')) then
    return 0
  end
end
for _, key in ipairs(KEYS) do
  redis.call('UNLINK', key)
end
return 1
