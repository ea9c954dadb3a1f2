-- A delete that fails is left to a worker.
db.write('item', 2)
local deleted = redis('DEL', 'item')
if type(deleted) == 'table' then db.push('retry', 'item') end
