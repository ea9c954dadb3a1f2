-- Clean up, count, and add only what is let in: one script, and the
-- clock of the server.
for try = 1, tries do
  local admitted = redis('EVAL', [[
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - 10000)
    if redis.call('ZCARD', KEYS[1]) >= 2 then return 0 end
    redis.call('ZADD', KEYS[1], now, ARGV[1])
    redis.call('PEXPIRE', KEYS[1], 10000)
    return 1
  ]], 1, 'hits', token())
  if admitted == 1 then
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
