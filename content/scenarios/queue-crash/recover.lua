-- A task that is in the backup list after a minute goes
-- back to the queue.
for round = 1, 2 do
  local task = redis('LMOVE', 'tasks', 'backup', 'RIGHT', 'LEFT')
  if task then
    db.add('done:' .. task, 1)
    redis('LREM', 'backup', 1, task)
    return 'done'
  end
  sleep(60000)
  redis('LMOVE', 'backup', 'tasks', 'RIGHT', 'LEFT')
end
return 'nothing'
