-- Deletes the conversation if its head is as expected: 1 if this call did, else 0.
-- KEYS: those of the conversation: head, messages, appends, records, segments, deleted
-- ARGV: call, incarnation, last sequence, record version, revision, how many messages
local head = redis.call('HMGET', KEYS[1], 'incarnation', 'last_sequence', 'record_version', 'revision', 'messages')
if not head[1] then
  return has_deleted()
end
for i = 1, 5 do
  if differs(head[i], ARGV[i + 1]) then
    return 0
  end
end
delete()
return 1
