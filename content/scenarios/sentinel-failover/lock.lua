-- Locks at the master that it knows, and is at work from then on.
local answer = redis('redis', 'SET', 'lock', me, 'NX')
if answer and answer.ok then hold('lock') end
