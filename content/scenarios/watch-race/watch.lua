-- Watch first, then read. EXEC is nil if somebody wrote
-- in between.
redis('WATCH', 'balance')
local balance = tonumber(redis('GET', 'balance'))
redis('MULTI')
redis('SET', 'balance', balance + 10)
if not redis('EXEC') then return 'conflict' end
note('added', 10)
return 'done'
