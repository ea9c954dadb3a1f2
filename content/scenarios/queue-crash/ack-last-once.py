import os
import redis

r = redis.Redis(decode_responses=True)
me = f'worker-{os.getpid()}'


# Stands for: INSERT INTO done (id) VALUES (%s) ON CONFLICT DO NOTHING
def do_once(task):
    print('done', task)


def next_task():
    fresh = r.xreadgroup('team', me, {'tasks': '>'}, count=1, block=60_000)
    if fresh:
        return fresh[0][1][0]
    # A quiet minute: claim what another has left pending for so long.
    claimed = r.xautoclaim('tasks', 'team', me, 60_000, count=1)[1]
    return claimed[0] if claimed else None


task = next_task()
if task is None:
    print('nothing')
else:
    task_id, fields = task
    do_once(task_id)
    r.xack('tasks', 'team', task_id)
