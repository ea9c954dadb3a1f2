-- Has heard of the new master, and writes there.
local answer = redis('replica', 'SET', 'order:' .. me, 'a pen')
if answer.ok then note('confirmed') else note('refused') end
