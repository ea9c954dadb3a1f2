import Redis from 'ioredis';

// A reader that waits keeps its connection busy: use it for nothing else.
const redis = new Redis();
const me = `worker-${process.pid}`;

// Stands for: INSERT INTO done (id) VALUES ($1) ON CONFLICT DO NOTHING
async function doOnce(id) {
  console.log('done', id);
}

async function next() {
  const fresh = await redis.xreadgroup(
    'GROUP', 'team', me,
    'COUNT', 1, 'BLOCK', 60_000, 'STREAMS', 'tasks', '>',
  );
  if (fresh !== null) return fresh[0][1][0];
  // A quiet minute: claim what another has left pending for so long.
  const [, claimed] = await redis.xautoclaim(
    'tasks', 'team', me, 60_000, '0', 'COUNT', 1,
  );
  return claimed[0];
}

const task = await next();
if (task === undefined) {
  console.log('nothing');
} else {
  const [id] = task;
  await doOnce(id);
  await redis.xack('tasks', 'team', id);
}
await redis.quit();
