-- The script that sells also puts the order into a queue.
return redis('EVAL', [[
  -- sell
  if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 then
    return 'has one'
  end
  if tonumber(redis.call('GET', KEYS[1])) <= 0 then
    return 'sold out'
  end
  redis.call('DECR', KEYS[1])
  redis.call('SADD', KEYS[2], ARGV[1])
  redis.call('RPUSH', KEYS[3], ARGV[1])
  return 'sold'
]], 3, 'stock', 'buyers', 'orders', person)
