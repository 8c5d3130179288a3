-- Deletes the conversation: 1 if there was one, else 0.
-- KEYS: those of the conversation: head, messages, appends, records, segments, deleted
-- ARGV: call
if redis.call('EXISTS', KEYS[1]) == 0 then
  -- What another program has left of it goes, too.
  redis.call('UNLINK', KEYS[2], KEYS[3], KEYS[4], KEYS[5])
  return has_deleted()
end
delete()
return 1
