-- Writes, then syncs.
store.put('item', 2)
if store.sync() ~= true then return 'failed' end
note('confirmed', me)
return 'confirmed'
