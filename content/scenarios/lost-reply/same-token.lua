-- Once more with the same token; whoever is refused looks
-- whose lock it is.
local mine, reply = token(), nil
for try = 1, 2 do
  reply = redis('SET', 'lock', mine, 'NX', 'EX', 10)
  if not reply or reply.ok then break end
end
if not reply and redis('GET', 'lock') ~= mine then return 'busy' end
hold('lock')
redis('EVAL', [[
  -- unlock
  if redis.call('GET', KEYS[1]) == ARGV[1] then
    return redis.call('DEL', KEYS[1])
  end
  return 0
]], 1, 'lock', mine)
release('lock')
return 'done'
