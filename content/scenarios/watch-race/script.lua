-- Read and write in one piece, inside the server.
redis('EVAL', [[
  -- add
  local balance = tonumber(redis.call('GET', KEYS[1]))
  return redis.call('SET', KEYS[1], balance + tonumber(ARGV[1]))
]], 1, 'balance', 10)
note('added', 10)
return 'done'
