-- Takes two seats, and gives the first one back.
local POP = [[
  -- pop
  local seat = redis.call('GET', KEYS[1])
  redis.call('SET', KEYS[1], redis.call('GET', 'below:' .. seat))
  return seat
]]
local first = redis('EVAL', POP, 1, 'top')
hold(first)
local second = redis('EVAL', POP, 1, 'top')
hold(second)
redis('EVAL', [[
  -- push
  redis.call('SET', 'below:' .. ARGV[1], redis.call('GET', KEYS[1]))
  return redis.call('SET', KEYS[1], ARGV[1])
]], 1, 'top', first)
release(first)
return 'kept ' .. second
