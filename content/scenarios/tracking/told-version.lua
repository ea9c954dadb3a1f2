-- The same, but the call says which version it means, and an older one
-- in the memory doesn't count.
track('listener')
local function read(at_least)
  local item = tonumber(memory.read('item') or '')
  if item and item >= at_least then return item end
  local mine = token()
  memory.write('item', mine)
  item = redis('GET', 'item')
  memory.compare('item', mine, item)
  return tonumber(item)
end
read(0)
local version = memory.wait('calls')
note('told')
if read(version) < version then note('old') end
