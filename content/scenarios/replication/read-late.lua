-- The item lives for 100 ms. Reads from the replica when they are over.
sleep(101)
local item = redis('replica', 'GET', 'item')
note(item and 'after its time' or 'nothing')
