-- Look, and refuse if there are more than two. A request that gets in
-- counts for ten seconds.
local hits = tonumber(redis('GET', 'hits') or 0)
if hits > 2 then
  note('refused')
  return
end
if redis('INCR', 'hits') == 1 then redis('EXPIRE', 'hits', 10) end
hold('served')
sleep(10000)
release('served')
