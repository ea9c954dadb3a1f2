-- The stock has a time to live. Who finds none loads it
-- from the database again.
local SELL = [[
  -- sell
  local left = redis.call('GET', KEYS[1])
  if not left then return 'no stock' end
  if tonumber(left) <= 0 then return 'sold out' end
  redis.call('DECR', KEYS[1])
  return 'sold'
]]
local answer = redis('EVAL', SELL, 1, 'stock')
if answer == 'no stock' then
  redis('SET', 'stock', db.read('stock'), 'NX', 'EX', 60)
  answer = redis('EVAL', SELL, 1, 'stock')
end
return answer
