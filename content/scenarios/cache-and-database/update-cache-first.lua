-- Both get the new value, the cache first.
redis('SET', 'item', version)
db.write('item', version)
