-- One sale, two writes, one sync.
store.put('stock', 0)
if store.put('order', 'ann') ~= true then return 'failed' end
if store.sync() ~= true then return 'failed' end
return 'sold'
