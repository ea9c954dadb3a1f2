-- The same, and the database does a task with the same
-- id only once.
for round = 1, 2 do
  local task = redis('LMOVE', 'tasks', 'backup', 'RIGHT', 'LEFT')
  if task then
    db.insert('done:' .. task, 1)
    redis('LREM', 'backup', 1, task)
    return 'done'
  end
  sleep(60000)
  redis('LMOVE', 'backup', 'tasks', 'RIGHT', 'LEFT')
end
return 'nothing'
