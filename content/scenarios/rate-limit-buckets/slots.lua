-- No worker: the server hands out the next free slot, 100 ms apart, and
-- each client waits for its own. Two may wait.
local wait = redis('EVAL', [[
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local slot = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
  if slot - now >= 200 then return -1 end
  redis.call('SET', KEYS[1], slot + 100)
  return slot - now
]], 1, 'slot')
if wait < 0 then
  note('refused')
  return
end
sleep(wait)
step('is on')
note('served')
hold('served')
sleep(100)
release('served')
