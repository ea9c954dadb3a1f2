-- Waits for a replica, but not for what the answer says.
redis('SET', 'item', 2)
redis('WAIT', 1, 100)
calls.push('calls', 2)
