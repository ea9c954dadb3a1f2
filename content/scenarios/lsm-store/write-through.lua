-- Into the store, and then into the cache.
if store.put('item', 2) ~= true then return 'failed' end
redis('SET', 'item', 2)
note('confirmed', me)
return 'confirmed'
