-- What several scripts do; it stands before each of them.
-- KEYS: those of the conversation: head, messages, appends, records, segments

-- Begins the time anew for which the conversation is kept after it was last written to.
local function keep_on()
  local keep = redis.call('HGET', KEYS[1], 'keep_millis')
  if keep then
    for _, key in ipairs(KEYS) do
      redis.call('PEXPIRE', key, keep)
    end
  end
end

-- True if a field of the head is another one than expected; what was never written is 0.
local function differs(value, expected)
  return value ~= expected and (value or string.match(expected, '[^0]'))
end

-- Drops the segments that the records of none of these versions name.
local function drop_unnamed_segments(versions)
  local named = {}
  for _, version in ipairs(versions) do
    for id in string.gmatch(redis.call('HGET', KEYS[4], version .. ':segments') or '', '%d+') do
      named[id] = true
    end
  end
  for _, id in ipairs(redis.call('HKEYS', KEYS[5])) do
    if not named[id] then
      redis.call('HDEL', KEYS[5], id)
    end
  end
end

-- Deletes the conversation and keeps for five minutes which call did, should it come again because its answer was lost.
local function delete()
  redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5])
  redis.call('SET', KEYS[6], ARGV[1], 'PX', 300000)
end

-- 1 if this call has deleted the conversation before, else 0.
local function has_deleted()
  return redis.call('GET', KEYS[6]) == ARGV[1] and 1 or 0
end

