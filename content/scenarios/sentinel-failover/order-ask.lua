-- Asks a sentinel for the master, and orders there.
local at =
  redis('s1', 'SENTINEL', 'get-master-addr-by-name', 'redis')
local master = node_at[at[1] .. ':' .. at[2]]
note('at', master)
local answer = redis(master, 'SET', 'order:b', 'a pen')
note(answer.ok and 'confirmed' or 'refused')
