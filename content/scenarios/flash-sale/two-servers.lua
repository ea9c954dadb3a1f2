-- The lock is on a server of its own.
local mine = token()
local reply = redis('locks', 'SET', 'lock', mine, 'NX', 'EX', 10)
if not (reply and reply.ok) then return 'busy' end
hold('lock')
local left = tonumber(redis('GET', 'stock'))
if left > 0 then redis('DECR', 'stock') end
redis('locks', 'EVAL', [[
  -- unlock
  if redis.call('GET', KEYS[1]) == ARGV[1] then
    return redis.call('DEL', KEYS[1])
  end
  return 0
]], 1, 'lock', mine)
release('lock')
return left > 0 and 'sold' or 'sold out'
