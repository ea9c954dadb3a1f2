-- Note the number of the payment, then pay. Who finds it
-- noted has paid already.
for try = 1, 3 do
  local first = redis('SETNX', 'payment:17', 1)
  if first == 0 then return 'paid' end
  if first == 1 then
    local left = redis('DECRBY', 'balance', 30)
    if type(left) == 'number' then return 'paid' end
  end
end
return 'failed'
