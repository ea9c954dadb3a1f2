import Redis from 'ioredis';

const redis = new Redis();

// Count and expiry in one piece.
redis.defineCommand('hit', {
  numberOfKeys: 1,
  lua: `
    local hits = redis.call('INCR', KEYS[1])
    if hits == 1 then redis.call('EXPIRE', KEYS[1], 10) end
    return hits`,
});

const hits = await redis.hit('hits');
console.log(hits > 2 ? 'refused' : 'served');
await redis.quit();
