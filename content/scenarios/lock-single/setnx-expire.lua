-- The end comes with a second command.
if redis('SETNX', 'lock', me) == 0 then return 'busy' end
hold('lock')
redis('EXPIRE', 'lock', 10)
db.write('file', me)
note('wrote')
release('lock')
redis('DEL', 'lock')
return 'done'
