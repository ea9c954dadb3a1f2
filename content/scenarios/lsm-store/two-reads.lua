-- Two reads, one after the other.
local left = tonumber(store.get('stock'))
local buyer = store.get('order')
if buyer and left > 0 then
  note('saw', 'sold and in stock')
elseif buyer then
  note('saw', 'sold')
else
  note('saw', 'in stock')
end
