-- Fetch one order that is due, close it, then remove all
-- that is due.
repeat
  local order = redis('ZRANGEBYSCORE', 'due', 0, now(),
                      'LIMIT', 0, 1)[1]
  if order then
    db.add('closed:' .. order, 1)
    redis('ZREMRANGEBYSCORE', 'due', 0, now())
  end
until not order
return 'done'
