-- Only the holder of the lock fills the cache. Others wait a little,
-- and in the end answer without filling it.
local version = redis('GET', 'item')
if version then return version end
for try = 1, 2 do
  local mine = token()
  if redis('SET', 'lock', mine, 'NX', 'PX', 3000) then
    hold('lock')
    version = db.read('item')
    redis('SET', 'item', version)
    redis('EVAL', [[
      if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
      return redis.call('DEL', KEYS[1])
    ]], 1, 'lock', mine)
    release('lock')
    return version
  end
  sleep(50)
end
return db.read('item')
