-- Delete from the cache, then write the database.
redis('DEL', 'item')
db.write('item', 2)
