-- The same, and the database does a task with the same id
-- only once.
local function work()
  local task = redis('LMOVE', 'tasks', 'backup', 'RIGHT', 'LEFT')
  while task do
    db.insert('done:' .. task, 1)
    redis('LREM', 'backup', 1, task)
    task = redis('LMOVE', 'tasks', 'backup', 'RIGHT', 'LEFT')
  end
end

work()
sleep(60000)
redis('LMOVE', 'backup', 'tasks', 'RIGHT', 'LEFT')
work()
return 'done'
