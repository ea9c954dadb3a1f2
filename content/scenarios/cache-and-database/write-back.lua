-- Writes to the cache, marks the key, and tells the customer that it is
-- done.
redis('EVAL', [[
  redis.call('SET', KEYS[1], ARGV[1])
  redis.call('SADD', KEYS[2], KEYS[1])
]], 2, 'item', 'dirty', 2)
note('confirmed')
