-- One for each person: ask, sell, and write down who has one.
if redis('SISMEMBER', 'buyers', person) == 1 then return 'has one' end
local answer = redis('EVAL', [[
  -- sell
  if tonumber(redis.call('GET', KEYS[1])) <= 0 then
    return 'sold out'
  end
  redis.call('DECR', KEYS[1])
  return 'sold'
]], 1, 'stock')
if answer == 'sold' then
  redis('SADD', 'buyers', person)
  note('bought', person)
end
return answer
