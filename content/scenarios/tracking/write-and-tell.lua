-- Some other process, which then calls this one: "look at version 2".
redis('SET', 'item', 2)
memory.push('calls', 2)
