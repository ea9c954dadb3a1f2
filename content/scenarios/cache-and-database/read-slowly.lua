-- As any reader, but the answer of the database is under way for a
-- while.
local version = redis('GET', 'item')
if not version then
  version = db.read('item')
  sleep(answer_ms)
  redis('SET', 'item', version)
end
return version
