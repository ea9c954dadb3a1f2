-- Ask the filter first: two bits for each item that exists. If one of
-- them is 0, it doesn't.
local item, in_vain = nil, 0
for _, id in ipairs(ids) do
  item = nil
  local first = redis('GETBIT', 'filter', id % bits)
  local second = redis('GETBIT', 'filter', (id * 7 + 3) % bits)
  if first == 0 or second == 0 then
    note('refused')
  else
    item = db.read(id)
    if not item then
      in_vain = in_vain + 1
      note('in vain', in_vain)
    end
  end
end
return item or 'none'
