-- Count first, and judge by what came out.
local hits = redis('INCR', 'hits')
if hits == 1 then redis('EXPIRE', 'hits', 10) end
if hits > 2 then
  note('refused')
  return
end
hold('served')
sleep(10000)
release('served')
