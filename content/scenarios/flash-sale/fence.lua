-- The lock is on a server of its own. The stock's server
-- numbers those who have it, and sells to the last only.
local mine = token()
local reply = redis('locks', 'SET', 'lock', mine, 'NX', 'EX', 10)
if not (reply and reply.ok) then return 'busy' end
hold('lock')
local fence = redis('INCR', 'fence')
local left = tonumber(redis('GET', 'stock'))
local answer = 'sold out'
if left > 0 then
  answer = redis('EVAL', [[
    -- sell to the last
    if redis.call('GET', KEYS[1]) ~= ARGV[1] then
      return 'too late'
    end
    redis.call('DECR', KEYS[2])
    return 'sold'
  ]], 2, 'fence', 'stock', fence)
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
