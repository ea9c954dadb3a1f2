-- Fetch and remove in one piece.
repeat
  local order = redis('EVAL', [[
    -- claim
    local order = redis.call('ZRANGEBYSCORE', KEYS[1],
                             0, ARGV[1], 'LIMIT', 0, 1)[1]
    if order then
      redis.call('ZREM', KEYS[1], order)
    end
    return order
  ]], 1, 'due', now())
  if order then db.add('closed:' .. order, 1) end
until not order
return 'done'
