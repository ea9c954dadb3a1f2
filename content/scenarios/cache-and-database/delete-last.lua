-- Write the database, then delete from the cache.
db.write('item', 2)
redis('DEL', 'item')
