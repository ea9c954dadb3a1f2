-- In one script, but every request is added, also a refused one. A
-- refused client comes back in four seconds.
for try = 1, tries do
  local hits = redis('EVAL', [[
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    redis.call('ZADD', KEYS[1], now, ARGV[1])
    redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - 10000)
    return redis.call('ZCARD', KEYS[1])
  ]], 1, 'hits', token())
  if hits <= 2 then
    hold('served')
    sleep(10000)
    release('served')
    return
  end
  note('refused')
  hold('refused')
  step('hears that it is refused')
  release('refused')
  sleep(4000)
end
