-- Orders, and looks for it half a minute later.
local answer = redis('redis', 'SET', 'order:a', 'a book')
note(answer.ok and 'confirmed' or 'refused')
sleep(30000)
local found = redis('redis', 'EXISTS', 'order:a') == 1
note(found and 'kept' or 'vanished')
