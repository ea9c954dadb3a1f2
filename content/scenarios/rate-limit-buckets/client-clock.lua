-- The clock of the client says how much has come in since the last
-- request.
local taken = 0
for try = 1, 2 do
  local got = redis('EVAL', [[
    local now = tonumber(ARGV[1])
    local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'at')
    local at = tonumber(bucket[2] or now)
    local earned = math.max(0, now - at) / 100
    local tokens = math.min(2, tonumber(bucket[1] or 2) + earned)
    local enough = tokens >= 1
    if enough then tokens = tokens - 1 end
    redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', now)
    return enough and 1 or 0
  ]], 1, 'bucket', now())
  if got == 1 then
    taken = taken + 1
    note('taken', taken)
  else
    note('refused')
  end
end
