-- Take a task off the list, then do it.
local task = redis('RPOP', 'tasks')
if not task then return 'nothing' end
db.add('done:' .. task, 1)
return 'done'
