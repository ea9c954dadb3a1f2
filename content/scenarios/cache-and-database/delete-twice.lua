-- Delete, write, wait until readers of the old row must be done, delete
-- again.
redis('DEL', 'item')
db.write('item', 2)
sleep(pause)
redis('DEL', 'item')
