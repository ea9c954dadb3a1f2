-- Sell in Redis, then write the order into the database.
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
if answer ~= 'sold' then return answer end
local written = db.insert('order:' .. person, 1)
if written ~= true then return 'error' end
return 'sold'
