-- Writes and deletes under the same lock.
for try = 1, 2 do
  local mine = token()
  if redis('SET', 'lock', mine, 'NX', 'PX', 3000) then
    hold('lock')
    db.write('item', 2)
    redis('DEL', 'item')
    redis('EVAL', [[
      if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
      return redis.call('DEL', KEYS[1])
    ]], 1, 'lock', mine)
    release('lock')
    return 'written'
  end
  sleep(50)
end
return 'busy'
