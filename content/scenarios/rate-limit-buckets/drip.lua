-- Calls one every 100 ms.
for nth = 1, 3 do
  local who = redis('BRPOP', 'queue', 0)[2]
  redis('LPUSH', 'call:' .. who, 'come')
  sleep(100)
end
