-- Take the first free seat: the list goes top → next → …
-- Swap only if top is still the same.
local seat = redis('GET', 'top')
local below = redis('GET', 'below:' .. seat)
local swapped = redis('EVAL', [[
  -- compare and set
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return 0
  end
  redis.call('SET', KEYS[1], ARGV[2])
  return 1
]], 1, 'top', seat, below)
if swapped == 0 then return 'conflict' end
hold(seat)
return 'got ' .. seat
