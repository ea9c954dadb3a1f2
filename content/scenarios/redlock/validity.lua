-- What is left of the 10 s after asking, minus 102 ms for
-- clocks that drift, is how long the lock is good.
local mine, votes, askedAt = token(), 0, now()
for m = 1, 5 do
  local reply = redis('m' .. m, 'SET', 'lock', mine, 'NX', 'PX', 10000)
  if reply and reply.ok then votes = votes + 1 end
  if votes == 3 then break end
end
local validMs = 10000 - (now() - askedAt) - 102
if votes < 3 or validMs <= 0 then
  return 'no majority'
end
hold('lock')
local balance = db.read('balance')
db.write('balance', balance + 1)
note('paid', 1)
release('lock')
return 'done'
