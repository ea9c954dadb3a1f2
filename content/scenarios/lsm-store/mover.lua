-- Moves what the cache has to the store, and tries again
-- if the store was away.
local value = redis('GET', 'item')
if not value then return 'nothing' end
for try = 1, 2 do
  if store.put('item', value) == true then return 'moved' end
end
return 'failed'
