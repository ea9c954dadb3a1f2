-- Some other process.
redis('SET', 'item', 2)
