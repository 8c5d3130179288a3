-- Deletes the conversation if it stands where it is expected to: 1 if it did, 0 if it stands elsewhere, -1 if there is none.
-- KEYS: those of the conversation: head, messages, appends, records, segments
-- ARGV: incarnation, last sequence, record version, revision, how many messages
local head = redis.call('HMGET', KEYS[1], 'incarnation', 'last_sequence', 'record_version', 'revision', 'messages')
if not head[1] then
  return -1
end
for i = 1, 5 do
  if (head[i] or '0') ~= ARGV[i] then
    return 0
  end
end
for _, key in ipairs(KEYS) do
  redis.call('UNLINK', key)
end
return 1
