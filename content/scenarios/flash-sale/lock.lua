-- One buyer at a time. Who meets the lock goes away.
local mine = token()
if not redis('SET', 'lock', mine, 'NX', 'EX', 10) then return 'busy' end
hold('lock')
local left = tonumber(redis('GET', 'stock'))
if left > 0 then redis('DECR', 'stock') end
redis('EVAL', [[
  -- unlock
  if redis.call('GET', KEYS[1]) == ARGV[1] then
    return redis.call('DEL', KEYS[1])
  end
  return 0
]], 1, 'lock', mine)
release('lock')
return left > 0 and 'sold' or 'sold out'
