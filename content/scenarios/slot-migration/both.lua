-- Reads two keys of one slot at once. TRYAGAIN: they are in two places.
local node, once = 'left', false
local left = tries
while left > 0 do
  if once then redis(node, 'ASKING') end
  local answer =
    redis(node, 'MGET', '{shop}:orders', '{shop}:name')
  if not answer.err then return 'done' end
  local kind, address = answer.err:match('^(%u+) %d+ (%S+)')
  if kind then
    node, once = node_at[address], kind == 'ASK'
    note(kind == 'ASK' and 'asked' or 'moved')
  else
    left = left - 1
    note('tried again')
    node, once = 'left', false
    if left > 0 then sleep(10) end
  end
end
return 'gave up'
