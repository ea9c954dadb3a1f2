-- Writes an order to the master that it knows, and tells the customer.
local answer = redis('SET', 'order:' .. me, 'a book')
if answer.ok then note('confirmed') else note('refused') end
