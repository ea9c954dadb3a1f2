-- Tells the customer only once a replica has it.
redis('SET', 'order:' .. me, 'a book')
if redis('WAIT', 1, 100) == 1 then note('confirmed') else note('refused') end
