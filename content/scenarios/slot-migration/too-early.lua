-- Moves the one key that it knows of and gives the slot away.
local slot = 3808
redis('right', 'CLUSTER', 'SETSLOT', slot, 'IMPORTING', id_of.left)
redis('left', 'CLUSTER', 'SETSLOT', slot, 'MIGRATING', id_of.right)
local host, port = address_of.right:match('^(.*):(%d+)$')
redis('left', 'MIGRATE', host, port, '{shop}:orders', 0, 1000)
redis('right', 'CLUSTER', 'SETSLOT', slot, 'NODE', id_of.right)
redis('left', 'CLUSTER', 'SETSLOT', slot, 'NODE', id_of.right)
return 'moved'
