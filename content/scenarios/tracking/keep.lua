-- Asks twice. What Redis answers is kept in the memory of the process.
for nth = 1, 2 do
  local item = memory.read('item')
  if item then
    note('from memory')
  else
    item = redis('GET', 'item')
    memory.write('item', item)
  end
end
