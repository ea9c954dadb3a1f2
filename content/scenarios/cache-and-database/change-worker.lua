-- Follows the log of changes and deletes what has changed.
redis('DEL', db.wait('changes'))
