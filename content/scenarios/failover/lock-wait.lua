-- A lock counts only once so many replicas have it.
local answer = redis('SET', 'lock', me, 'NX')
if not answer or answer.err then return 'not locked' end
local have_it = tonumber(redis('WAIT', replicas, 100)) or 0
if have_it < replicas then return 'not safe' end
hold('lock')
