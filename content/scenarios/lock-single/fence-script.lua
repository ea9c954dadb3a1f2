-- Lock and number in one piece: who locks later has the higher number.
local mine = token()
local fence = redis('EVAL', [[
  if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'EX', 10) then return 0 end
  return redis.call('INCR', KEYS[2])
]], 2, 'lock', 'fence', mine)
if fence == 0 then return 'busy' end
hold('lock')
local accepted = db.newer('file', fence, me)
if accepted then note('wrote') end
redis('EVAL', [[
  if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
  return 0
]], 1, 'lock', mine)
release('lock')
return accepted and 'done' or 'refused'
