-- Orders at the master that it knows, and tells the customer.
local answer = redis('redis', 'SET', 'order:a', 'a book')
note(answer.ok and 'confirmed' or 'refused')
