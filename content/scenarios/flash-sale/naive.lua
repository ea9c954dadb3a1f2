-- Look, then take one.
local left = tonumber(redis('GET', 'stock'))
if left <= 0 then return 'sold out' end
redis('DECR', 'stock')
return 'sold'
