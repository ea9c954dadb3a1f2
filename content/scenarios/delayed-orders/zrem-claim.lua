-- Whoever removes the order closes it: ZREM is 1 for one
-- worker only.
local order = redis('ZRANGEBYSCORE', 'due', 0, now(), 'LIMIT', 0, 1)[1]
if not order then return 'nothing due' end
if redis('ZREM', 'due', order) == 0 then
  return 'too late'
end
db.add('closed:' .. order, 1)
return 'done'
