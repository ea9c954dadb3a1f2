import redis

r = redis.Redis(decode_responses=True)

# Look and take in one piece.
sell = r.register_script("""
    if tonumber(redis.call('GET', KEYS[1])) <= 0 then
      return 'sold out'
    end
    redis.call('DECR', KEYS[1])
    return 'sold'
""")

print(sell(keys=['stock']))
