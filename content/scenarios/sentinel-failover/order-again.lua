-- Tries for some seconds. Where is the master? One that asks again
-- may hear something else.
local master
for try = 1, 4 do
  if asks_again or not master then
    local at =
      redis('s1', 'SENTINEL', 'get-master-addr-by-name', 'redis')
    master = node_at[at[1] .. ':' .. at[2]]
    note('at', master)
  end
  local answer = redis(master, 'SET', 'order:a', 'a book')
  if answer.ok then
    note('confirmed')
    return 'ordered'
  end
  if try < 4 then sleep(1500) end
end
return 'gave up'
