-- The database writes only if the balance is still the
-- one that was read.
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
local accepted = db.compare('balance', balance, balance + 1)
if accepted then note('paid', 1) end
release('lock')
return accepted and 'done' or 'refused'
