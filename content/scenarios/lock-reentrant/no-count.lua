-- The owner may come in again. Nobody counts how often.
local thread = me .. ':1'
local LOCK = [[
  -- lock
  local owner = redis.call('GET', KEYS[1])
  if owner and owner ~= ARGV[1] then
    return redis.call('PTTL', KEYS[1])
  end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', 30000)
  return nil
]]
local UNLOCK = [[
  -- unlock
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return nil
  end
  return redis.call('DEL', KEYS[1])
]]

local busyMs = redis('EVAL', LOCK, 1, 'lock', thread)
if busyMs then return 'busy' end
hold('lock')
if redis('EVAL', LOCK, 1, 'lock', thread) then
  return 'blocked by itself'
end
redis('EVAL', UNLOCK, 1, 'lock', thread)
step('the rest of the outer function')
redis('EVAL', UNLOCK, 1, 'lock', thread)
release('lock')
return 'done'
