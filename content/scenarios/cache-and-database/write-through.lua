-- The cache layer takes one write after the other: database first, then
-- the cache.
for nth = 1, 2 do
  local version = redis('BRPOP', 'writes', 0)[2]
  db.write('item', tonumber(version))
  redis('SET', 'item', version)
end
