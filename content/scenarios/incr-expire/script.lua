-- Both in one piece.
return redis('EVAL', [[
  local hits = redis.call('INCR', KEYS[1])
  if hits == 1 then redis.call('EXPIRE', KEYS[1], 60) end
  return hits
]], 1, 'hits')
