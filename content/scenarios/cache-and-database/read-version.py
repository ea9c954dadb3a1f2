import redis

r = redis.Redis(decode_responses=True)

# Fills the cache only if nobody has seen a newer version: looked up
# and set in one script.
fill = r.register_script("""
    local newest = tonumber(redis.call('GET', KEYS[2]) or 0)
    if tonumber(ARGV[1]) < newest then return 0 end
    redis.call('SET', KEYS[1], ARGV[1])
    redis.call('SET', KEYS[2], ARGV[1])
    return 1
""")


# Stands for: SELECT version FROM items WHERE …
def read_database():
    return 1


def read():
    cached = r.get('item')
    if cached is not None:
        return int(cached)
    version = read_database()
    fill(keys=['item', 'item:newest'], args=[version])
    return version


print('read', read())
