import Redis from 'ioredis';

const redis = new Redis();

// Look and take in one piece.
redis.defineCommand('sell', {
  numberOfKeys: 1,
  lua: `
    if tonumber(redis.call('GET', KEYS[1])) <= 0 then
      return 'sold out'
    end
    redis.call('DECR', KEYS[1])
    return 'sold'`,
});

console.log(await redis.sell('stock'));
await redis.quit();
