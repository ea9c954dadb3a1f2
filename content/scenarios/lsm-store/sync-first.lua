-- Confirms only what the store says is on the disk.
store.put('order:' .. me, 1)
if store.sync() ~= true then return 'failed' end
note('confirmed', me)
return 'confirmed'
