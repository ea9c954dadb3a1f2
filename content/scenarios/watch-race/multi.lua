-- The write is in a transaction. The read is not.
local balance = tonumber(redis('GET', 'balance'))
redis('MULTI')
redis('SET', 'balance', balance + 10)
redis('EXEC')
note('added', 10)
return 'done'
