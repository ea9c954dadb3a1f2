import uuid
import redis

r = redis.Redis(decode_responses=True)

# Clean up, count, and add only what is let in: one script, and the
# clock of the server. Each request needs a member of its own.
admit = r.register_script("""
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - 10000)
    if redis.call('ZCARD', KEYS[1]) >= 2 then return 0 end
    redis.call('ZADD', KEYS[1], now, ARGV[1])
    redis.call('PEXPIRE', KEYS[1], 10000)
    return 1
""")

admitted = admit(keys=['hits'], args=[str(uuid.uuid4())])
print('served' if admitted == 1 else 'refused')
