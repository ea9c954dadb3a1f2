-- Writes, and waits until somebody has synced the log.
if store.put('order:' .. me, 1) ~= true then return 'failed' end
if store.synced() ~= true then return 'failed' end
note('confirmed', me)
return 'confirmed'
