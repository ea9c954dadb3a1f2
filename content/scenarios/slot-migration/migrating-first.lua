-- The giver is told first.
local slot = 3808
redis('left', 'CLUSTER', 'SETSLOT', slot, 'MIGRATING', id_of.right)
redis('right', 'CLUSTER', 'SETSLOT', slot, 'IMPORTING', id_of.left)
local host, port = address_of.right:match('^(.*):(%d+)$')
local keys = redis('left', 'CLUSTER', 'GETKEYSINSLOT', slot, 10)
for _, key in ipairs(keys) do
  redis('left', 'MIGRATE', host, port, key, 0, 1000)
end
redis('right', 'CLUSTER', 'SETSLOT', slot, 'NODE', id_of.right)
redis('left', 'CLUSTER', 'SETSLOT', slot, 'NODE', id_of.right)
return 'moved'
