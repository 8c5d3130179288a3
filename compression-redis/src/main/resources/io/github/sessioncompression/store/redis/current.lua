-- The current record with its version; nothing if there is none.
-- KEYS: those of the conversation: head, messages, appends, records, segments
local version = redis.call('HGET', KEYS[1], 'record_version')
if not version or tonumber(version) == 0 then
  return {}
end
return { version, redis.call('HGET', KEYS[4], version) }
