import redis

r = redis.Redis(decode_responses=True)


# After a conflict read again, and try again.
def add(amount):
    # WATCH belongs to the connection: the pipeline keeps one for itself.
    with r.pipeline() as pipe:
        for tried in range(2):
            try:
                pipe.watch('balance')
                balance = int(pipe.get('balance'))
                pipe.multi()
                pipe.set('balance', balance + amount)
                pipe.execute()
                return 'done'
            except redis.WatchError:
                pass
    return 'conflict'


print(add(10))
