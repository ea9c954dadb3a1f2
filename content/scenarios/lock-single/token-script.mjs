import { randomUUID } from 'node:crypto';
import Redis from 'ioredis';

const redis = new Redis();

// Look and delete in one piece.
redis.defineCommand('unlock', {
  numberOfKeys: 1,
  lua: `
    if redis.call('GET', KEYS[1]) == ARGV[1] then
      return redis.call('DEL', KEYS[1])
    end
    return 0`,
});

async function work() {
  // Whatever must not be done by two at once.
}

const mine = randomUUID();
if (await redis.set('lock', mine, 'EX', 10, 'NX')) {
  try {
    await work();
  } finally {
    await redis.unlock('lock', mine);
  }
  console.log('done');
} else {
  console.log('busy');
}
await redis.quit();
