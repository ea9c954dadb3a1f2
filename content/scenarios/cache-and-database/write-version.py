import redis

r = redis.Redis(decode_responses=True)

# Delete, and leave behind which version is the newest.
forget = r.register_script("""
    redis.call('DEL', KEYS[1])
    redis.call('SET', KEYS[2], ARGV[1])
""")


# Stands for: UPDATE items SET …, version = version + 1
def update_database():
    return 2


version = update_database()
forget(keys=['item', 'item:newest'], args=[version])
print('wrote', version)
