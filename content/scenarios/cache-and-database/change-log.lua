-- The row and the note that it has changed, in one transaction. The
-- writer doesn't touch the cache.
db.record('item', 2, 'changes')
