-- With a lease time there is no watchdog. The thread
-- hangs all the same.
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

if redis('EVAL', LOCK, 1, 'lock', thread) then
  return 'busy'
end
hold('lock')
sleep(100000)
redis('EVAL', UNLOCK, 1, 'lock', thread)
release('lock')
return 'done'
