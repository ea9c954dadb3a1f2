-- The item comes into being, and the cache gets it at once.
db.write('42', 'lamp')
redis('SET', 'item:42', 'lamp')
