-- Reads from the replica, at any time.
if not redis('replica', 'GET', 'item') then note('nothing') end
