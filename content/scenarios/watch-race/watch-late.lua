-- Watch what is about to be written. It was read before.
local balance = tonumber(redis('GET', 'balance'))
redis('WATCH', 'balance')
redis('MULTI')
redis('SET', 'balance', balance + 10)
if not redis('EXEC') then return 'conflict' end
note('added', 10)
return 'done'
