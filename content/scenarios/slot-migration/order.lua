-- Counts an order and reads the count. MOVED is remembered, ASK is
-- for this once.
local node = 'left'
local function ask(...)
  local to, once = node, false
  for try = 1, 4 do
    if once then redis(to, 'ASKING') end
    local answer = redis(to, ...)
    local text = type(answer) == 'table' and answer.err
    if not text then return answer end
    local kind, address = text:match('^(%u+) %d+ (%S+)')
    if not kind then return nil end
    to, once = node_at[address], kind == 'ASK'
    if kind == 'MOVED' then node = to end
    note(kind == 'ASK' and 'asked' or 'moved')
  end
end

local count = ask('INCR', key)
if not count then return 'gave up' end
note('added', 1)
local seen = tonumber(ask('GET', key) or 0)
if seen < count then note('stale') end
return 'done'
