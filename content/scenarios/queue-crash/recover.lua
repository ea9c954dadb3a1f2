-- A task that is in the backup list after a minute goes
-- back to the queue.
local function work()
  local task = redis('LMOVE', 'tasks', 'backup', 'RIGHT', 'LEFT')
  while task do
    db.add('done:' .. task, 1)
    redis('LREM', 'backup', 1, task)
    task = redis('LMOVE', 'tasks', 'backup', 'RIGHT', 'LEFT')
  end
end

work()
sleep(60000)
redis('LMOVE', 'backup', 'tasks', 'RIGHT', 'LEFT')
work()
return 'done'
