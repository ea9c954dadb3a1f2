-- Writes the orders of the queue, and tries each one
-- until the database has it.
while true do
  local person = redis('BLMOVE', 'orders', 'writing', 'LEFT', 'RIGHT', 0)
  repeat
    local answer = db.insert('order:' .. person, 1)
  until type(answer) == 'boolean'
  redis('LREM', 'writing', 1, person)
end
