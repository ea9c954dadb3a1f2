-- Is called because there is a version 2, and reads it.
calls.wait('calls')
note('called')
local item = redis(from, 'GET', 'item')
if item == '2' then note('new') else note('old') end
