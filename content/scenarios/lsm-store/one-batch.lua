-- One sale, one record of the log.
store.batch({ stock = 0, order = 'ann' })
if store.sync() ~= true then return 'failed' end
return 'sold'
