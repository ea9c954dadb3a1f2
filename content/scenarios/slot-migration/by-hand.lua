-- Reads here, writes there, deletes here.
local slot = 3808
redis('right', 'CLUSTER', 'SETSLOT', slot, 'IMPORTING', id_of.left)
redis('left', 'CLUSTER', 'SETSLOT', slot, 'MIGRATING', id_of.right)
for _, key in ipairs({ '{shop}:orders', '{shop}:name' }) do
  local value = redis('left', 'GET', key)
  redis('right', 'ASKING')
  redis('right', 'SET', key, value)
  redis('left', 'DEL', key)
end
redis('right', 'CLUSTER', 'SETSLOT', slot, 'NODE', id_of.right)
redis('left', 'CLUSTER', 'SETSLOT', slot, 'NODE', id_of.right)
return 'moved'
