-- Read, add in the program, write back.
local balance = tonumber(redis('GET', 'balance'))
redis('SET', 'balance', balance + 10)
note('added', 10)
return 'done'
