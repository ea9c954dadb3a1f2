-- Whoever removes the order closes it: ZREM is 1 for one
-- worker only.
repeat
  local order = redis('ZRANGEBYSCORE', 'due', 0, now(),
                      'LIMIT', 0, 1)[1]
  if order and redis('ZREM', 'due', order) == 1 then
    db.add('closed:' .. order, 1)
  end
until not order
return 'done'
