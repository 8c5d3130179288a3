-- Functions of several scripts; Script puts this file in front of each of them.
-- KEYS: those of the conversation: head, messages, appends, records, segments
--
-- Rules for all scripts:
-- 1. A script that fails halfway keeps what it has written. So it first reads each key that it will write, which fails if another program
--    has put something of another type there.
-- 2. 'call' is an id of the caller's call. A client sends a script again if its answer was lost; the head, the append's key or the key
--    'deleted' names the last call of its kind, so that the second time changes nothing and returns what the first one did.
-- 3. Sequence numbers and versions come as texts with leading zeros and are compared as texts: Lua's numbers are exact to 2^53 only.

-- Lets the time for which the conversation is kept after its last write begin again.
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

