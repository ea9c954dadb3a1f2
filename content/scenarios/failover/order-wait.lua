-- Tells the customer only once a replica has it.
redis('SET', 'order:' .. me, 'a book')
local replicas = redis('WAIT', 1, 100)
note(replicas == 1 and 'confirmed' or 'refused')
