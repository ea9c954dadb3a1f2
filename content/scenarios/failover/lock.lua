-- Locks at the master, and is at work from then on.
local answer = redis('SET', 'lock', me, 'NX')
if not answer or answer.err then return 'not locked' end
hold('lock')
