-- The lock has no expiry.
for try = 1, 6 do
  local value = redis('GET', 'hot')
  if value then return tonumber(value) end
  if redis('SET', 'lock', me, 'NX') then
    value = redis('GET', 'hot')
    if not value then
      value = db.read('hot')
      note('asked')
      redis('SET', 'hot', value)
    end
    redis('DEL', 'lock')
    return tonumber(value)
  end
  sleep(400)
end
return 'gave up'
