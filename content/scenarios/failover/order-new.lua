-- Has heard of the new master, and writes there.
local answer = redis('replica', 'SET', 'order:' .. me, 'a pen')
note(answer.ok and 'confirmed' or 'refused')
