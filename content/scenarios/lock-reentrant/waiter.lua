-- Subscribe, try, and sleep until a message comes, the
-- lock ends or the patience does: 60 s.
local thread = me .. ':1'
local LOCK = [[
  -- lock
  local key, thread = KEYS[1], ARGV[1]
  local isFree = redis.call('EXISTS', key) == 0
  local isMine = redis.call('HEXISTS', key, thread) == 1
  if isFree or isMine then
    redis.call('HINCRBY', key, thread, 1)
    redis.call('PEXPIRE', key, 30000)
    return nil
  end
  return redis.call('PTTL', key)
]]
local UNLOCK = [[
  -- unlock
  local key, thread = KEYS[1], ARGV[1]
  if redis.call('HEXISTS', key, thread) == 0 then
    return nil
  end
  if redis.call('HINCRBY', key, thread, -1) > 0 then
    return 0
  end
  redis.call('DEL', key)
  redis.call('PUBLISH', 'free', key)
  return 1
]]

local giveUpAt = now() + 60000
subscribe('free')
local busyMs = redis('EVAL', LOCK, 1, 'lock', thread)
while busyMs do
  local leftMs = giveUpAt - now()
  if leftMs <= 0 then return 'gave up' end
  receive(math.min(busyMs + 1, leftMs))
  note('waited')
  busyMs = redis('EVAL', LOCK, 1, 'lock', thread)
end
hold('lock')
redis('EVAL', UNLOCK, 1, 'lock', thread)
release('lock')
return 'done'
