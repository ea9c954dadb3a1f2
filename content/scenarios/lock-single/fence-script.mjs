import { randomUUID } from 'node:crypto';
import Redis from 'ioredis';

const redis = new Redis();

// Lock and number in one piece: who locks later has the higher number.
redis.defineCommand('lock', {
  numberOfKeys: 2,
  lua: `
    if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'EX', 10) then
      return 0
    end
    return redis.call('INCR', KEYS[2])`,
});
redis.defineCommand('unlock', {
  numberOfKeys: 1,
  lua: `
    if redis.call('GET', KEYS[1]) == ARGV[1] then
      return redis.call('DEL', KEYS[1])
    end
    return 0`,
});

// Stands for: UPDATE files SET …, fence = $1 WHERE fence < $1
async function writeIfNewer(fence) {
  return fence > 0;
}

const mine = randomUUID();
const fence = await redis.lock('lock', 'fence', mine);
if (fence === 0) {
  console.log('busy');
} else {
  const accepted = await writeIfNewer(fence);
  await redis.unlock('lock', mine);
  console.log(accepted ? 'done' : 'refused');
}
await redis.quit();
