-- Look again once the lock is held: somebody may have been faster. (A
-- plain DEL: at worst somebody rebuilds again.)
for try = 1, 6 do
  local value = redis('GET', 'hot')
  if value then return tonumber(value) end
  if redis('SET', 'lock', me, 'NX', 'PX', lock_ms) then
    value = redis('GET', 'hot')
    if not value then
      value = db.read('hot')
      note('asked')
      sleep(rebuild_ms)
      redis('SET', 'hot', value)
    end
    redis('DEL', 'lock')
    return tonumber(value)
  end
  sleep(400)
end
return 'gave up'
