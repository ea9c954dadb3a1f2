-- The same, but time and tokens are always written together: half a
-- token is kept.
local taken, in_a_row = 0, 0
for try = 1, tries do
  local got = redis('EVAL', [[
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'at')
    local at = tonumber(bucket[2] or now)
    local tokens = math.min(2, tonumber(bucket[1] or 2) + (now - at) / 100)
    local enough = tokens >= 1
    if enough then tokens = tokens - 1 end
    redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', now)
    return enough and 1 or 0
  ]], 1, 'bucket')
  if got == 1 then
    taken, in_a_row = taken + 1, 0
    note('taken', taken)
  else
    in_a_row = in_a_row + 1
    note('refused')
  end
  note('in a row', in_a_row)
  sleep(50)
end
