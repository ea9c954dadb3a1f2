-- The same, but Redis remembers what this connection has read, and
-- tells the listener when it changes.
track('listener')
for nth = 1, 2 do
  local item = memory.read('item')
  if item then
    note('from memory')
  else
    item = redis('GET', 'item')
    memory.write('item', item)
  end
end
