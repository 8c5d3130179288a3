-- Puts another session in the place of the one that a conversation holds: 1 if it did, else 0.
-- KEYS: those of the conversation, of the one that it ends as, and of the one that is resumed: head, messages, appends, records, segments of
--   each; then the list of conversations
-- ARGV: expected incarnation, last sequence, record version, revision; the same from here on; call; id of what it ends as or '',
--   milliseconds to keep that or ''; id of what is resumed or '', its incarnation, last sequence, revision; record or '', names of its
--   segments, how many messages there are from here on, the messages unless they are those of what is resumed, then id and state of each segment
local head = redis.call('HMGET', KEYS[1], 'incarnation', 'last_sequence', 'record_version', 'revision', 'switch_call', 'messages', 'keep_millis')
redis.call('ZCARD', KEYS[2])
redis.call('HLEN', KEYS[4])
redis.call('HLEN', KEYS[5])
redis.call('ZCARD', KEYS[16])
if head[5] == ARGV[9] then
  return 1
end
for i = 1, 4 do
  if differs(head[i], ARGV[i]) then
    return 0
  end
end
local ends, resumes = ARGV[10] ~= '', ARGV[12] ~= ''
if ends and redis.call('EXISTS', KEYS[6]) == 1 then
  return 0
end
if resumes then
  local other = redis.call('HMGET', KEYS[11], 'incarnation', 'last_sequence', 'revision')
  for i = 1, 3 do
    if differs(other[i], ARGV[12 + i]) then
      return 0
    end
  end
end
for _, i in ipairs({ 2, 4, 5 }) do
  if not ends then
    redis.call('UNLINK', KEYS[i])
  elseif redis.call('EXISTS', KEYS[i]) == 1 then
    redis.call('RENAME', KEYS[i], KEYS[5 + i])
  end
end
if ends then
  redis.call('HSET', KEYS[6], 'incarnation', ARGV[5], 'last_sequence', ARGV[2], 'record_version', ARGV[3],
    'revision', ARGV[4], 'messages', head[6] or '0')
  if ARGV[11] ~= '' then
    redis.call('HSET', KEYS[6], 'keep_millis', ARGV[11])
  end
  for i = 6, 10 do
    if ARGV[11] == '' then
      redis.call('PERSIST', KEYS[i])
    else
      redis.call('PEXPIRE', KEYS[i], ARGV[11])
    end
  end
  redis.call('ZADD', KEYS[16], 0, ARGV[10])
end
local count, last = tonumber(ARGV[18]), 18
if resumes then
  for _, member in ipairs(redis.call('ZRANGE', KEYS[12], 0, -1)) do
    local sequence = tonumber(string.sub(member, 1, 19)) + tonumber(ARGV[2])
    redis.call('ZADD', KEYS[2], 0, string.format('%019.0f', sequence) .. string.sub(member, 20))
  end
  redis.call('UNLINK', KEYS[11], KEYS[12], KEYS[13], KEYS[14], KEYS[15])
  redis.call('ZREM', KEYS[16], ARGV[12])
else
  last = last + count
  for i = 19, last do
    redis.call('ZADD', KEYS[2], 0, ARGV[i])
  end
end
if ARGV[16] ~= '' then
  redis.call('HSET', KEYS[4], ARGV[7], ARGV[16], ARGV[7] .. ':segments', ARGV[17])
end
for i = last + 1, #ARGV, 2 do
  redis.call('HSET', KEYS[5], ARGV[i], ARGV[i + 1])
end
redis.call('HSET', KEYS[1], 'incarnation', ARGV[5], 'last_sequence', ARGV[6], 'record_version', ARGV[7],
  'revision', ARGV[8], 'messages', ARGV[18], 'switch_call', ARGV[9])
if head[7] then
  for i = 1, 5 do
    redis.call('PEXPIRE', KEYS[i], head[7])
  end
end
return 1
