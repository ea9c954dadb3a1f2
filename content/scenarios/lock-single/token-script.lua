-- Look and delete in one piece.
local mine = token()
if not redis('SET', 'lock', mine, 'NX', 'EX', 10) then return 'busy' end
hold('lock')
db.write('file', me)
note('wrote')
redis('EVAL', [[
  if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
  return 0
]], 1, 'lock', mine)
release('lock')
return 'done'
