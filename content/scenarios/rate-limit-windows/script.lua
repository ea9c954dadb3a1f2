-- Count and expiry in one piece.
local hits = redis('EVAL', [[
  local hits = redis.call('INCR', KEYS[1])
  if hits == 1 then redis.call('EXPIRE', KEYS[1], 10) end
  return hits
]], 1, 'hits')
if hits > 2 then
  note('refused')
  return
end
hold('served')
sleep(10000)
release('served')
