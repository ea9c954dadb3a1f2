-- Write, delete, and leave behind which version is the newest.
db.write('item', 2)
redis('EVAL', [[
  redis.call('DEL', KEYS[1])
  redis.call('SET', KEYS[2], ARGV[1])
]], 2, 'item', 'item:newest', 2)
