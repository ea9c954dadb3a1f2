-- Writes an order to the master that it knows, and tells the customer.
local answer = redis('SET', 'order:' .. me, 'a book')
note(answer.ok and 'confirmed' or 'refused')
