import Redis from 'ioredis';

// WATCH belongs to the connection: others must not use it meanwhile.
const redis = new Redis();

// After a conflict read again, and try again.
async function add(amount) {
  for (let tried = 0; tried < 2; tried++) {
    await redis.watch('balance');
    const balance = Number(await redis.get('balance'));
    const replies = await redis
      .multi()
      .set('balance', balance + amount)
      .exec();
    if (replies !== null) return 'done';
  }
  return 'conflict';
}

console.log(await add(10));
await redis.quit();
