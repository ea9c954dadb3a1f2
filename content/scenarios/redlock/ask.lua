-- Ask one master after the other, until enough of the
-- five have said yes.
local mine, votes = token(), 0
for m = 1, 5 do
  local reply = redis('m' .. m, 'SET', 'lock', mine, 'NX', 'PX', 10000)
  if reply and reply.ok then votes = votes + 1 end
  if votes == needed then break end
end
if votes < needed then return 'no majority' end
hold('lock')
local balance = db.read('balance')
db.write('balance', balance + 1)
note('paid', 1)
release('lock')
return 'done'
