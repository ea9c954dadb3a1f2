-- Into the cache only. The store gets it later.
redis('SET', 'item', 2)
note('confirmed', me)
return 'confirmed'
