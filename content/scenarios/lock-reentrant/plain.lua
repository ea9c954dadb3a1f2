-- The outer function locks and calls the inner one, which
-- locks, too.
local mine = token()
local function lock()
  return redis('SET', 'lock', mine, 'NX', 'PX', 30000)
end

if not lock() then return 'busy' end
hold('lock')
if not lock() then return 'blocked by itself' end
step('the work')
redis('DEL', 'lock')
release('lock')
return 'done'
