-- Calls the reader only once a replica has said that it has the write.
redis('SET', 'item', 2)
if redis('WAIT', 1, 100) == 1 then calls.push('calls', 2) end
