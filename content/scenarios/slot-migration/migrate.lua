-- The receiver is told first, then the giver. The keys go one by one,
-- and the slot only when none is left.
local slot = 3808
redis('right', 'CLUSTER', 'SETSLOT', slot, 'IMPORTING', id_of.left)
redis('left', 'CLUSTER', 'SETSLOT', slot, 'MIGRATING', id_of.right)
local host, port = address_of.right:match('^(.*):(%d+)$')
for round = 1, 3 do
  local keys =
    redis('left', 'CLUSTER', 'GETKEYSINSLOT', slot, 10)
  if #keys == 0 then break end
  for _, key in ipairs(keys) do
    redis('left', 'MIGRATE', host, port, key, 0, 1000)
  end
end
redis('right', 'CLUSTER', 'SETSLOT', slot, 'NODE', id_of.right)
redis('left', 'CLUSTER', 'SETSLOT', slot, 'NODE', id_of.right)
return 'moved'
