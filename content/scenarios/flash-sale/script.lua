-- Look and take in one piece.
return redis('EVAL', [[
  -- sell
  if tonumber(redis.call('GET', KEYS[1])) <= 0 then
    return 'sold out'
  end
  redis.call('DECR', KEYS[1])
  return 'sold'
]], 1, 'stock')
