-- Tells the customer only once a replica has it.
local answer = redis('redis', 'SET', 'order:a', 'a book')
local replicas = redis('redis', 'WAIT', 1, 500)
note(answer.ok and replicas == 1 and 'confirmed' or 'refused')
