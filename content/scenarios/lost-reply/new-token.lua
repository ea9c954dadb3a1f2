-- No answer? Then once more, with a new token.
local mine, reply
for try = 1, 2 do
  mine = token()
  reply = redis('SET', 'lock', mine, 'NX', 'EX', 10)
  if not reply or reply.ok then break end
end
if not reply or reply.err then return 'busy' end
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
