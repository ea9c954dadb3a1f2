-- The item lives for 100 ms. Reads from the replica when they are over.
sleep(101)
if redis('replica', 'GET', 'item') then note('after its time') else note('nothing') end
