-- Fetch and remove in one piece.
local order = redis('EVAL', [[
  -- claim
  local order = redis.call('ZRANGEBYSCORE', KEYS[1],
                           0, ARGV[1], 'LIMIT', 0, 1)[1]
  if order then redis.call('ZREM', KEYS[1], order) end
  return order
]], 1, 'due', now())
if not order then return 'nothing due' end
db.add('closed:' .. order, 1)
return 'done'
