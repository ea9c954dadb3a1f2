-- A lock without an end.
if redis('SETNX', 'lock', me) == 0 then return 'busy' end
hold('lock')
db.write('file', me)
note('wrote')
release('lock')
redis('DEL', 'lock')
return 'done'
