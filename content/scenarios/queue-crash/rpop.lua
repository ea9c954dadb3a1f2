-- Take a task off the list, then do it.
local task = redis('RPOP', 'tasks')
while task do
  db.add('done:' .. task, 1)
  task = redis('RPOP', 'tasks')
end
return 'done'
