-- One entry for each request, with its time. Remove the old ones, count
-- the rest, and then add one.
local time = now()
redis('ZREMRANGEBYSCORE', 'hits', 0, time - 10000)
if redis('ZCARD', 'hits') >= 2 then
  note('refused')
  return
end
redis('ZADD', 'hits', time, token())
hold('served')
sleep(10000)
release('served')
