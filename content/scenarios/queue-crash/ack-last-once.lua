-- The same, and the database does a task with the same id
-- only once.
local function read()
  return redis('XREADGROUP', 'GROUP', 'team', me,
               'COUNT', 1, 'STREAMS', 'tasks', '>')
end

local function work()
  local reply = read()
  while reply do
    local id = reply[1][2][1][1]
    db.insert('done:' .. id, 1)
    redis('XACK', 'tasks', 'team', id)
    reply = read()
  end
end

work()
sleep(60000)
local claimed = redis('XAUTOCLAIM', 'tasks', 'team', me, 60000, 0)
for _, entry in ipairs(claimed[2]) do
  local id = entry[1]
  db.insert('done:' .. id, 1)
  redis('XACK', 'tasks', 'team', id)
end
return 'done'
