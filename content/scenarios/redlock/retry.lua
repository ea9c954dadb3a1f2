-- No majority? Then unlock everywhere, wait a random time
-- of up to `longest` ms, and ask once more.
for try = 1, 2 do
  local mine, votes = token(), 0
  for m = 1, 5 do
    local reply = redis('m' .. m, 'SET', 'lock', mine, 'NX', 'PX', 10000)
    if reply and reply.ok then votes = votes + 1 end
    if votes == 3 then break end
  end
  if votes == 3 then
    hold('lock')
    local balance = db.read('balance')
    db.write('balance', balance + 1)
    note('paid', 1)
    release('lock')
    return 'done'
  end
  for m = 1, 5 do
    redis('m' .. m, 'EVAL', [[
      -- unlock
      if redis.call('GET', KEYS[1]) == ARGV[1] then
        return redis.call('DEL', KEYS[1])
      end
      return 0
    ]], 1, 'lock', mine)
  end
  sleep(random(longest))
end
return 'no majority'
