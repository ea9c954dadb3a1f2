import redis

r = redis.Redis(decode_responses=True)

# Count and expiry in one piece.
hit = r.register_script("""
    local hits = redis.call('INCR', KEYS[1])
    if hits == 1 then redis.call('EXPIRE', KEYS[1], 10) end
    return hits
""")

print('refused' if hit(keys=['hits']) > 2 else 'served')
