-- Brings what is marked to the database, later.
sleep(1000)
for _, key in ipairs(redis('SMEMBERS', 'dirty')) do
  local version = redis('GET', key)
  if version then db.write(key, tonumber(version)) end
  redis('SREM', 'dirty', key)
end
