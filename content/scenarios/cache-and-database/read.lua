-- Cache first; on a miss the database, and the cache is filled.
local version = redis('GET', 'item')
if not version then
  version = db.read('item')
  redis('SET', 'item', version)
end
return version
