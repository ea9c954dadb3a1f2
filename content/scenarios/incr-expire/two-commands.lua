-- Count a request, and let the counter die a minute after the first.
local hits = redis('INCR', 'hits')
if hits == 1 then redis('EXPIRE', 'hits', 60) end
return hits
