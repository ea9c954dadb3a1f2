-- Writes, syncs, and does not look at what the sync said.
store.put('order:' .. me, 1)
store.sync()
note('confirmed', me)
return 'confirmed'
