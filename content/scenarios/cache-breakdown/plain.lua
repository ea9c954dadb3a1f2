-- Cache first; on a miss the database. (It sets no expiry: this is
-- about a single one, and it is over.)
local value = redis('GET', 'hot')
if not value then
  value = db.read('hot')
  note('asked')
  redis('SET', 'hot', value)
end
return tonumber(value)
