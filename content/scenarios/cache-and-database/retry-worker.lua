-- Deletes what others could not.
redis('DEL', db.wait('retry'))
