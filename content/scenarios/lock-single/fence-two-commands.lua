-- Every holder draws a number, and the database refuses lower ones. The number is drawn after the lock.
local mine = token()
if not redis('SET', 'lock', mine, 'NX', 'EX', 10) then return 'busy' end
hold('lock')
local fence = redis('INCR', 'fence')
local accepted = db.newer('file', fence, me)
if accepted then note('wrote') end
redis('EVAL', [[
  if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
  return 0
]], 1, 'lock', mine)
release('lock')
return accepted and 'done' or 'refused'
