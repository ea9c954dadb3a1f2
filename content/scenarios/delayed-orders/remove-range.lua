-- Fetch an order that is due, close it, then remove all
-- that is due.
local order = redis('ZRANGEBYSCORE', 'due', 0, now(), 'LIMIT', 0, 1)[1]
if not order then return 'nothing due' end
db.add('closed:' .. order, 1)
redis('ZREMRANGEBYSCORE', 'due', 0, now())
return 'done'
