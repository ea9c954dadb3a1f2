-- Look and subtract in one piece, inside the server.
local sold = redis('EVAL', [[
  local left = tonumber(redis.call('GET', KEYS[1]))
  if left <= 0 then return 0 end
  redis.call('DECR', KEYS[1])
  return 1
]], 1, 'stock')
return sold == 1 and 'sold' or 'sold out'
