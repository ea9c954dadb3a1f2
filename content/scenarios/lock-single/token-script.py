import uuid
import redis

r = redis.Redis(decode_responses=True)

# Look and delete in one piece.
unlock = r.register_script("""
    if redis.call('GET', KEYS[1]) == ARGV[1] then
      return redis.call('DEL', KEYS[1])
    end
    return 0
""")


def work():
    """Whatever must not be done by two at once."""


mine = str(uuid.uuid4())
if r.set('lock', mine, nx=True, ex=10):
    try:
        work()
    finally:
        unlock(keys=['lock'], args=[mine])
    print('done')
else:
    print('busy')
