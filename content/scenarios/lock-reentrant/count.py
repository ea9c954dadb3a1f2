import threading
import uuid
import redis

r = redis.Redis(decode_responses=True)
process = uuid.uuid4()

# A hash counts, for each thread, how often it is in.
# None, or how many milliseconds to wait.
lock = r.register_script("""
    local key, thread = KEYS[1], ARGV[1]
    local isFree = redis.call('EXISTS', key) == 0
    local isMine = redis.call('HEXISTS', key, thread) == 1
    if isFree or isMine then
      redis.call('HINCRBY', key, thread, 1)
      redis.call('PEXPIRE', key, 30000)
      return nil
    end
    return redis.call('PTTL', key)
""")
# 1 it is free, 0 still inside, None it is not yours.
unlock = r.register_script("""
    local key, thread = KEYS[1], ARGV[1]
    if redis.call('HEXISTS', key, thread) == 0 then
      return nil
    end
    if redis.call('HINCRBY', key, thread, -1) > 0 then
      return 0
    end
    redis.call('DEL', key)
    redis.call('PUBLISH', 'free', key)
    return 1
""")


def locked(work):
    thread = f'{process}:{threading.get_ident()}'
    busy_ms = lock(keys=['lock'], args=[thread])
    if busy_ms is not None:
        return 'busy'
    try:
        return work()
    finally:
        unlock(keys=['lock'], args=[thread])


def inner():
    return locked(lambda: 'done')


def outer():
    return locked(inner)


print(outer())
