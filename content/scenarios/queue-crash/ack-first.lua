-- Read a task of the group, acknowledge it, then do it.
local reply = redis('XREADGROUP', 'GROUP', 'team', me, 'STREAMS', 'tasks', '>')
if not reply then return 'nothing' end
local id = reply[1][2][1][1]
redis('XACK', 'tasks', 'team', id)
db.add('done:' .. id, 1)
return 'done'
