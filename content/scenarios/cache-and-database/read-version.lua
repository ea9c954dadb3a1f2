-- Fills the cache only if nobody has seen a newer version: looked up
-- and set in one script.
local function read()
  local version = redis('GET', 'item')
  if version then return tonumber(version) end
  version = db.read('item')
  redis('EVAL', [[
    local newest = tonumber(redis.call('GET', KEYS[2]) or 0)
    if tonumber(ARGV[1]) < newest then return 0 end
    redis.call('SET', KEYS[1], ARGV[1])
    redis.call('SET', KEYS[2], ARGV[1])
    return 1
  ]], 2, 'item', 'item:newest', version)
  return version
end
local first = read()
if read() < first then note('backwards') end
