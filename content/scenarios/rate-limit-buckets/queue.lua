-- Leaky bucket as a queue: two fit in, and each waits until a worker
-- calls it.
local fits = redis('EVAL', [[
  if redis.call('LLEN', KEYS[1]) >= 2 then return 0 end
  redis.call('LPUSH', KEYS[1], ARGV[1])
  return 1
]], 1, 'queue', me)
if fits == 0 then
  note('refused')
  return
end
redis('BRPOP', 'call:' .. me, 0)
note('served')
hold('served')
sleep(100)
release('served')
