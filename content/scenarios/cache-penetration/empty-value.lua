-- What does not exist is cached, too, for a minute.
local item, in_vain = nil, 0
for _, id in ipairs(ids) do
  item = redis('GET', 'item:' .. id)
  if not item then
    item = db.read(id)
    if item then
      redis('SET', 'item:' .. id, item)
    else
      in_vain = in_vain + 1
      note('in vain', in_vain)
      redis('SET', 'item:' .. id, 'none', 'EX', 60)
    end
  end
end
return item or 'none'
