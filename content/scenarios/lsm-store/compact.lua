-- In the background: the memtable to level 0, then a level
-- further down.
store.flush()
store.compact(0)
store.compact(1)
