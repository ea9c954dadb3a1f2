-- Claiming moves the order a minute ahead. It leaves the
-- list when it is closed.
local CLAIM = [[
  -- claim
  local order = redis.call('ZRANGEBYSCORE', KEYS[1],
                           0, ARGV[1], 'LIMIT', 0, 1)[1]
  if order then
    redis.call('ZADD', KEYS[1], ARGV[1] + 60000, order)
  end
  return order
]]
for round = 1, 2 do
  local order = redis('EVAL', CLAIM, 1, 'due', now())
  if order then
    db.add('closed:' .. order, 1)
    redis('ZREM', 'due', order)
    return 'done'
  end
  sleep(60000)
end
return 'nothing due'
