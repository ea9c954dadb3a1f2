-- Read a task of the group, acknowledge it, then do it.
local function read()
  return redis('XREADGROUP', 'GROUP', 'team', me,
               'COUNT', 1, 'STREAMS', 'tasks', '>')
end

local reply = read()
while reply do
  local id = reply[1][2][1][1]
  redis('XACK', 'tasks', 'team', id)
  db.add('done:' .. id, 1)
  reply = read()
end
return 'done'
