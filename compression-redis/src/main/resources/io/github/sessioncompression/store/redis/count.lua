-- Adds to the counters: 1 if it did, else 0. A kind is SUM, LATEST, or another for the largest number so far.
-- KEYS: those of the conversation: head, messages, appends, records, segments
-- ARGV: call, the largest number, then kind, name and number of each
local head = redis.call('HMGET', KEYS[1], 'incarnation', 'count_call')
if not head[1] or head[2] == ARGV[1] then
  return 0
end
for i = 3, #ARGV, 3 do
  local kind, name, added = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  if kind == 'SUM' then
    local sum = redis.pcall('HINCRBY', KEYS[1], name, added)
    if type(sum) == 'table' and sum.err then
      -- Too large, or not a number because somebody else has been there.
      redis.call('HSET', KEYS[1], name, string.find(sum.err, 'overflow') and ARGV[2] or added)
    end
  elseif kind == 'LATEST' or (tonumber(redis.call('HGET', KEYS[1], name) or '0') or 0) < tonumber(added) then
    redis.call('HSET', KEYS[1], name, added)
  end
end
redis.call('HSET', KEYS[1], 'count_call', ARGV[1])
return 1
