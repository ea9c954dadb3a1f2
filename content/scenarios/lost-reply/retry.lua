-- No answer? Then once more.
for try = 1, 3 do
  local left = redis('DECRBY', 'balance', 30)
  if type(left) == 'number' then return 'paid' end
end
return 'failed'
