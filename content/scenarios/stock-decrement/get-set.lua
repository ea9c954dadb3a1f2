-- The program computes the new stock itself, and writes it back.
local left = tonumber(redis('GET', 'stock'))
if left <= 0 then return 'sold out' end
redis('SET', 'stock', left - 1)
return 'sold'
