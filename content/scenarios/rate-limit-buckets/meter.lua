-- Leaky bucket as a meter: each request is a drop, one leaks every 100
-- ms, two fit in. A request that fits in is served at once.
local fits = redis('EVAL', [[
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local bucket = redis.call('HMGET', KEYS[1], 'drops', 'at')
  local at = tonumber(bucket[2] or now)
  local drops = math.max(0, tonumber(bucket[1] or 0) - (now - at) / 100)
  local fits = drops + 1 <= 2
  if fits then drops = drops + 1 end
  redis.call('HSET', KEYS[1], 'drops', drops, 'at', now)
  return fits and 1 or 0
]], 1, 'bucket')
if fits == 0 then
  note('refused')
  return
end
note('served')
hold('served')
sleep(100)
release('served')
