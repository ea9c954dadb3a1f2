-- Deletes from the memory what it is told about.
for nth = 1, 2 do
  local keys = receive().message
  memory.delete(keys[1])
end
