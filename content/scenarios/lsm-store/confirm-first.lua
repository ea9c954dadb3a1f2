-- Writes, and says so at once. The log is synced later.
store.put('order:' .. me, 1)
note('confirmed', me)
return 'confirmed'
