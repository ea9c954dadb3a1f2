-- Locks where the master is after a failover. A replica refuses.
local answer = redis('replica', 'SET', 'lock', me, 'NX')
if not answer or answer.err then return 'not locked' end
hold('lock')
