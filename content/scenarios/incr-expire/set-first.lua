-- Make the counter with its time to live first, then count.
redis('SET', 'hits', 0, 'EX', 60, 'NX')
return redis('INCR', 'hits')
