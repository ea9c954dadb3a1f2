-- A lock for a second, and not for longer than it lasts.
local answer = redis('redis', 'SET', 'lock', me, 'NX', 'PX', 1000)
if not answer or answer.err then return 'not locked' end
hold('lock')
sleep(900)
release('lock')
