import { randomUUID } from 'node:crypto';
import Redis from 'ioredis';

const redis = new Redis();

// Clean up, count, and add only what is let in: one script, and the
// clock of the server. Each request needs a member of its own.
redis.defineCommand('admit', {
  numberOfKeys: 1,
  lua: `
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - 10000)
    if redis.call('ZCARD', KEYS[1]) >= 2 then return 0 end
    redis.call('ZADD', KEYS[1], now, ARGV[1])
    redis.call('PEXPIRE', KEYS[1], 10000)
    return 1`,
});

const admitted = await redis.admit('hits', randomUUID());
console.log(admitted === 1 ? 'served' : 'refused');
await redis.quit();
