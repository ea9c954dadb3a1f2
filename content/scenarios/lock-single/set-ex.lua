-- Lock and end in one command; whoever is done deletes the lock.
if not redis('SET', 'lock', me, 'NX', 'EX', 10) then return 'busy' end
hold('lock')
db.write('file', me)
note('wrote')
redis('DEL', 'lock')
release('lock')
return 'done'
