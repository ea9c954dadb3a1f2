-- Both get the new value, the database first.
db.write('item', version)
redis('SET', 'item', version)
