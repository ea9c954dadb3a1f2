-- Both keys in one read.
local found = {}
for _, pair in ipairs(store.scan()) do
  found[pair[1]] = pair[2]
end
if found.order and tonumber(found.stock) > 0 then
  note('saw', 'sold and in stock')
elseif found.order then
  note('saw', 'sold')
else
  note('saw', 'in stock')
end
