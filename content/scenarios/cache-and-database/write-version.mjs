import Redis from 'ioredis';

const redis = new Redis();

// Delete, and leave behind which version is the newest.
redis.defineCommand('forget', {
  numberOfKeys: 2,
  lua: `
    redis.call('DEL', KEYS[1])
    redis.call('SET', KEYS[2], ARGV[1])`,
});

// Stands for: UPDATE items SET …, version = version + 1
async function updateDatabase() {
  return 2;
}

const version = await updateDatabase();
await redis.forget('item', 'item:newest', version);
console.log('wrote', version);
await redis.quit();
