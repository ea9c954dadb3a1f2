-- Delete only a lock that is one's own: look first.
local mine = token()
if not redis('SET', 'lock', mine, 'NX', 'EX', 10) then return 'busy' end
hold('lock')
db.write('file', me)
note('wrote')
if redis('GET', 'lock') == mine then redis('DEL', 'lock') end
release('lock')
return 'done'
