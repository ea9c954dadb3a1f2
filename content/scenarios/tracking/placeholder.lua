-- First a placeholder of its own, then the question. The answer is kept
-- only if the placeholder is still there.
track('listener')
for nth = 1, 2 do
  local item = tonumber(memory.read('item') or '')
  if item then
    note('from memory')
  else
    local mine = token()
    memory.write('item', mine)
    item = redis('GET', 'item')
    memory.compare('item', mine, item)
  end
end
