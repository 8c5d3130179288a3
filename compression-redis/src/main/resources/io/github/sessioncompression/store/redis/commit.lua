-- Makes a record the current one, and drops old ones: 1 if it did, 0 if incarnation or version are not as expected or a later lease was granted.
-- KEYS: those of the conversation: head, messages, appends, records, segments
-- ARGV: incarnation, expected version, fencing token or '0', version, record, names of its segments, call,
--   how many records are kept, how many more there may be, '1' for an erasure, then id and state of each new segment
local head = redis.call('HMGET', KEYS[1], 'incarnation', 'record_version', 'lease_token', 'commit_call')
redis.call('HLEN', KEYS[4])
redis.call('HLEN', KEYS[5])
if not head[1] then
  return 0
end
if head[4] == ARGV[7] then
  return 1
end
if head[1] ~= ARGV[1] or head[2] ~= ARGV[2] then
  return 0
end
local token = tonumber(ARGV[3])
if token > 0 and (tonumber(head[3] or '0') or 0) > token then
  return 0
end
if ARGV[10] == '1' then
  -- A server whose memory is full lets a script write what it likes once it has called something that deletes.
  redis.call('HDEL', KEYS[4], '')
end
for i = 11, #ARGV, 2 do
  redis.call('HSETNX', KEYS[5], ARGV[i], ARGV[i + 1])
end
redis.call('HSET', KEYS[4], ARGV[4], ARGV[5], ARGV[4] .. ':segments', ARGV[6])
redis.call('HSET', KEYS[1], 'record_version', ARGV[4], 'commit_call', ARGV[7])
local kept = tonumber(ARGV[8])
-- Two fields for each record.
if redis.call('HLEN', KEYS[4]) > 2 * (kept + tonumber(ARGV[9])) then
  local versions = {}
  for _, field in ipairs(redis.call('HKEYS', KEYS[4])) do
    if string.match(field, '^%d+$') then
      versions[#versions + 1] = field
    end
  end
  table.sort(versions)
  local remaining = {}
  for i, version in ipairs(versions) do
    if i <= #versions - kept then
      redis.call('HDEL', KEYS[4], version, version .. ':segments')
    else
      remaining[#remaining + 1] = version
    end
  end
  drop_unnamed_segments(remaining)
end
keep_on()
return 1
