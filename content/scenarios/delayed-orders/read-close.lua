-- Fetch an order that is due, close it, then take it off
-- the list.
repeat
  local order = redis('ZRANGEBYSCORE', 'due', 0, now(),
                      'LIMIT', 0, 1)[1]
  if order then
    db.add('closed:' .. order, 1)
    redis('ZREM', 'due', order)
  end
until not order
return 'done'
