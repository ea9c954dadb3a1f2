-- Acknowledge when the work is done. After a minute claim
-- what others have left pending.
local reply = redis('XREADGROUP', 'GROUP', 'team', me, 'STREAMS', 'tasks', '>')
local id
if reply then
  id = reply[1][2][1][1]
else
  sleep(60000)
  local claimed = redis('XAUTOCLAIM', 'tasks', 'team', me, 60000, 0)
  if #claimed[2] == 0 then return 'nothing' end
  id = claimed[2][1][1]
end
db.add('done:' .. id, 1)
redis('XACK', 'tasks', 'team', id)
return 'done'
