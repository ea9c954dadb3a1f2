-- Subtract first, and look at what came out. Who went too far gives it back.
local left = redis('DECR', 'stock')
if left < 0 then
  redis('INCR', 'stock')
  return 'sold out'
end
return 'sold'
