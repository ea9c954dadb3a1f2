import uuid
import redis

r = redis.Redis(decode_responses=True)

# Lock and number in one piece: who locks later has the higher number.
lock = r.register_script("""
    if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'EX', 10) then
      return 0
    end
    return redis.call('INCR', KEYS[2])
""")
unlock = r.register_script("""
    if redis.call('GET', KEYS[1]) == ARGV[1] then
      return redis.call('DEL', KEYS[1])
    end
    return 0
""")


# Stands for: UPDATE files SET …, fence = %s WHERE fence < %s
def write_if_newer(fence):
    return fence > 0


mine = str(uuid.uuid4())
fence = lock(keys=['lock', 'fence'], args=[mine])
if fence == 0:
    print('busy')
else:
    accepted = write_if_newer(fence)
    unlock(keys=['lock'], args=[mine])
    print('done' if accepted else 'refused')
