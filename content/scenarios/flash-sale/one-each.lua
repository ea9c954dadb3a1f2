-- One for each person: the script asks, sells and writes
-- down.
local answer = redis('EVAL', [[
  -- sell
  if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 then
    return 'has one'
  end
  if tonumber(redis.call('GET', KEYS[1])) <= 0 then
    return 'sold out'
  end
  redis.call('DECR', KEYS[1])
  redis.call('SADD', KEYS[2], ARGV[1])
  return 'sold'
]], 2, 'stock', 'buyers', person)
if answer == 'sold' then note('bought', person) end
return answer
