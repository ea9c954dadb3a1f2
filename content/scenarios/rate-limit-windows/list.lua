-- The length of a list is the count. The first request makes the list,
-- and then pushes once more.
if redis('LLEN', 'hits') > 2 then
  note('refused')
  return
end
if redis('EXISTS', 'hits') == 0 then
  redis('RPUSH', 'hits', me)
  redis('EXPIRE', 'hits', 10)
end
redis('RPUSHX', 'hits', me)
hold('served')
sleep(10000)
release('served')
