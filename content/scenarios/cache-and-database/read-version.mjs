import Redis from 'ioredis';

const redis = new Redis();

// Fills the cache only if nobody has seen a newer version: looked up
// and set in one script.
redis.defineCommand('fill', {
  numberOfKeys: 2,
  lua: `
    local newest = tonumber(redis.call('GET', KEYS[2]) or 0)
    if tonumber(ARGV[1]) < newest then return 0 end
    redis.call('SET', KEYS[1], ARGV[1])
    redis.call('SET', KEYS[2], ARGV[1])
    return 1`,
});

// Stands for: SELECT version FROM items WHERE …
async function readDatabase() {
  return 1;
}

async function read() {
  const cached = await redis.get('item');
  if (cached !== null) return Number(cached);
  const version = await readDatabase();
  await redis.fill('item', 'item:newest', version);
  return version;
}

console.log('read', await read());
await redis.quit();
