-- Reads twice. Versions only rise: a lower second one is older than
-- what this reader has already seen.
local function read()
  local version = redis('GET', 'item')
  if not version then
    version = db.read('item')
    redis('SET', 'item', version)
  end
  return tonumber(version)
end
local first = read()
if read() < first then note('backwards') end
