-- The lock's server hands out numbers, and the stock's
-- server refuses one that is lower than one it has seen.
local mine = token()
local reply = redis('locks', 'SET', 'lock', mine, 'NX', 'EX', 10)
if not (reply and reply.ok) then return 'busy' end
hold('lock')
local fence = redis('locks', 'INCR', 'fence')
local left = tonumber(redis('GET', 'stock'))
local answer = 'sold out'
if left > 0 then
  answer = redis('EVAL', [[
    -- sell to no older one
    local seen = tonumber(redis.call('GET', KEYS[1]) or 0)
    if tonumber(ARGV[1]) < seen then return 'too late' end
    redis.call('SET', KEYS[1], ARGV[1])
    redis.call('DECR', KEYS[2])
    return 'sold'
  ]], 2, 'seen', 'stock', fence)
end
redis('locks', 'EVAL', [[
  -- unlock
  if redis.call('GET', KEYS[1]) == ARGV[1] then
    return redis.call('DEL', KEYS[1])
  end
  return 0
]], 1, 'lock', mine)
release('lock')
return answer
