-- Reads, is called because there is a new version, and reads again.
track('listener')
local function read()
  local item = tonumber(memory.read('item') or '')
  if item then return item end
  local mine = token()
  memory.write('item', mine)
  item = redis('GET', 'item')
  memory.compare('item', mine, item)
  return tonumber(item)
end
read()
local version = memory.wait('calls')
note('told')
if read() < version then note('old') end
