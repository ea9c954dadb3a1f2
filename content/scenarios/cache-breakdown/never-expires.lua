-- The key stays; its value says until when it is fresh. A reader that
-- finds it old refreshes it, all others take it as it is.
local time = now()
local hot = redis('HMGET', 'hot', 'value', 'until')
if tonumber(hot[2]) > time then return tonumber(hot[1]) end
if redis('SET', 'lock', me, 'NX', 'PX', 3000) then
  if tonumber(redis('HGET', 'hot', 'until')) <= time then
    local value = db.read('hot')
    note('asked')
    redis('HSET', 'hot', 'value', value, 'until', time + 60000)
  end
  redis('DEL', 'lock')
end
return tonumber(hot[1])
