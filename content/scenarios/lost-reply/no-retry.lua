-- No answer? Then it failed.
local left = redis('DECRBY', 'balance', 30)
return type(left) == 'number' and 'paid' or 'failed'
