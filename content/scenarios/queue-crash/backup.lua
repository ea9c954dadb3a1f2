-- Move the task to a backup list, do it, then strike it
-- off there.
local task = redis('LMOVE', 'tasks', 'backup', 'RIGHT', 'LEFT')
if not task then return 'nothing' end
db.add('done:' .. task, 1)
redis('LREM', 'backup', 1, task)
return 'done'
