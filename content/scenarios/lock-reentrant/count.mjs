import { randomUUID } from 'node:crypto';
import Redis from 'ioredis';

const redis = new Redis();

// A hash counts, for each holder, how often it is in. Node has no
// threads to name: whoever may come in again carries the same name.
const holder = randomUUID();

// null, or how many milliseconds to wait.
redis.defineCommand('lock', {
  numberOfKeys: 1,
  lua: `
    local key, holder = KEYS[1], ARGV[1]
    local isFree = redis.call('EXISTS', key) == 0
    local isMine = redis.call('HEXISTS', key, holder) == 1
    if isFree or isMine then
      redis.call('HINCRBY', key, holder, 1)
      redis.call('PEXPIRE', key, 30000)
      return nil
    end
    return redis.call('PTTL', key)`,
});
// 1 it is free, 0 still inside, null it is not yours.
redis.defineCommand('unlock', {
  numberOfKeys: 1,
  lua: `
    local key, holder = KEYS[1], ARGV[1]
    if redis.call('HEXISTS', key, holder) == 0 then
      return nil
    end
    if redis.call('HINCRBY', key, holder, -1) > 0 then
      return 0
    end
    redis.call('DEL', key)
    redis.call('PUBLISH', 'free', key)
    return 1`,
});

async function locked(work) {
  const busyMs = await redis.lock('lock', holder);
  if (busyMs !== null) return 'busy';
  try {
    return await work();
  } finally {
    await redis.unlock('lock', holder);
  }
}

const inner = () => locked(async () => 'done');
const outer = () => locked(inner);
console.log(await outer());
await redis.quit();
