-- The item comes into being, and what the cache had of it is deleted.
db.write('42', 'lamp')
redis('DEL', 'item:42')
