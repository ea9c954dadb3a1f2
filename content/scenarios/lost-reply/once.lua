-- Note the number and pay in one piece. Asked again, it
-- says the same.
for try = 1, 3 do
  local answer = redis('EVAL', [[
    -- pay once
    if redis.call('SETNX', KEYS[1], 1) == 1 then
      redis.call('DECRBY', KEYS[2], ARGV[1])
    end
    return 'paid'
  ]], 2, 'payment:17', 'balance', 30)
  if answer == 'paid' then return answer end
end
return 'failed'
