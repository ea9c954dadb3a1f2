-- Writes to the master, and then calls the reader.
redis('SET', 'item', 2)
calls.push('calls', 2)
