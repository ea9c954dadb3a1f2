-- The row, and a note that it has changed, in one transaction. The writer leaves the cache alone.
db.record('item', 2, 'changes')
