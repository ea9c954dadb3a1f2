-- The same with WATCH, which looks at writes and not at
-- values.
redis('WATCH', 'top')
local seat = redis('GET', 'top')
local below = redis('GET', 'below:' .. seat)
redis('MULTI')
redis('SET', 'top', below)
if not redis('EXEC') then return 'conflict' end
hold(seat)
return 'got ' .. seat
