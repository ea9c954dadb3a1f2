-- The work takes 5 s, well within the 10 s of the lock.
local mine, votes = token(), 0
for m = 1, 5 do
  local reply = redis('m' .. m, 'SET', 'lock', mine, 'NX', 'PX', 10000)
  if reply and reply.ok then votes = votes + 1 end
  if votes == 3 then break end
end
if votes < 3 then return 'no majority' end
hold('lock')
local balance = db.read('balance')
sleep(5000)
db.write('balance', balance + 1)
note('paid', 1)
release('lock')
return 'done'
