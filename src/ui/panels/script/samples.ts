/** Scripts to begin with. A test runs each after its preparation, and compares the reply with the one given here. */
import type { Pair } from '../../i18n/pair.ts';
import type { Draft } from './draft.ts';

export interface Sample extends Draft {
  readonly id: string;
  readonly title: Pair;
  readonly about: Pair;
  /** Commands that create the script's data. */
  readonly given: readonly string[];
  /** What redis-cli prints after one run. */
  readonly prints: string;
  /** The step of the course that is about it, where there is one. */
  readonly taughtIn?: { readonly lessonId: string; readonly stepId: string };
}

export const samples: readonly Sample[] = [
  {
    id: 'unlock',
    title: { en: 'Release a lock', zh: '释放锁' },
    about: {
      en: 'Deletes the lock only if it is still ours. With two commands, another client could take it in between.',
      zh: '锁还是自己的才删。拆成两条命令，中间就可能被别的客户端抢走。',
    },
    given: ['SET lock:order:7 token-a PX 30000'],
    keys: 'lock:order:7',
    values: 'token-a',
    source: `local holder = redis.call('GET', KEYS[1])
if holder == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
`,
    prints: '(integer) 1',
    taughtIn: { lessonId: 'lock-evolution', stepId: 'script' },
  },
  {
    id: 'stock',
    title: { en: 'One order per buyer', zh: '一人一单' },
    about: {
      en: 'Checks the stock and the buyer, then takes one: 0 sold, 1 sold out, 2 already has one.',
      zh: '先查库存和买家，再扣减：0 成功，1 库存不足，2 重复下单。',
    },
    given: ['SET stock:9 2', 'DEL buyers:9'],
    keys: 'stock:9 buyers:9',
    values: 'user:1001',
    source: `local stock = tonumber(redis.call('GET', KEYS[1]) or '0')
if stock <= 0 then
  return 1
end
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 then
  return 2
end
redis.call('DECR', KEYS[1])
redis.call('SADD', KEYS[2], ARGV[1])
return 0
`,
    prints: '(integer) 0',
    taughtIn: { lessonId: 'lua-atomicity', stepId: 'script' },
  },
  {
    id: 'bucket',
    title: { en: 'Token bucket', zh: '令牌桶' },
    about: {
      en: 'ARGV: capacity, refill per second, tokens wanted. Returns whether there were enough, and how many are left.',
      zh: 'ARGV 依次是：容量、每秒补充几个、这次要几个。返回够不够，以及还剩几个。',
    },
    given: ['DEL bucket:login'],
    keys: 'bucket:login',
    values: '5 2 3',
    source: `local capacity = tonumber(ARGV[1])
local rate = tonumber(ARGV[2])
local wanted = tonumber(ARGV[3])

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local state = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = tonumber(state[1]) or capacity
local at = tonumber(state[2]) or now

tokens = math.min(capacity, tokens + (now - at) * rate / 1000)
local allowed = 0
if tokens >= wanted then
  tokens = tokens - wanted
  allowed = 1
end

redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil(capacity / rate * 1000))
return { allowed, math.floor(tokens) }
`,
    prints: '1) (integer) 1\n2) (integer) 2',
  },
  {
    id: 'window',
    title: { en: 'Sliding window', zh: '滑动窗口限流' },
    about: {
      en: 'ARGV: window length in milliseconds, calls allowed in it, the current time, a name for this call.',
      zh: 'ARGV 依次是：窗口毫秒数、窗口内允许的次数、当前时间、这次请求的标识。',
    },
    given: ['DEL calls:42', 'ZADD calls:42 1000 a 1400 b 1900 c'],
    keys: 'calls:42',
    values: '1000 3 2100 d',
    source: `local window = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])
local now = tonumber(ARGV[3])

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local count = redis.call('ZCARD', KEYS[1])
if count >= limit then
  return { 0, count }
end
redis.call('ZADD', KEYS[1], now, ARGV[4])
redis.call('PEXPIRE', KEYS[1], window)
return { 1, count + 1 }
`,
    prints: '1) (integer) 1\n2) (integer) 3',
  },
  {
    id: 'functions',
    title: { en: 'A function and a loop', zh: '函数与循环' },
    about: {
      en: 'Something to step through: into the function, over it, out of it, and back.',
      zh: '拿来练单步：步入函数、步过、步出，再退回去。',
    },
    given: ['DEL collatz'],
    keys: 'collatz',
    values: '6',
    source: `-- Halve what is even; of what is odd make three times as much and one.
local function follow(n)
  if n % 2 == 0 then
    return n / 2
  end
  return 3 * n + 1
end

local n = tonumber(ARGV[1])
local steps = 0
while n ~= 1 do
  redis.call('RPUSH', KEYS[1], n)
  n = follow(n)
  steps = steps + 1
end
return steps
`,
    prints: '(integer) 8',
  },
  {
    id: 'mistake',
    title: { en: 'A mistake to find', zh: '找出错误' },
    about: {
      en: 'It fails partway. On which line, and what has it written by then? Redis does not roll back a script.',
      zh: '执行到一半会报错。错在哪一行？那时已经写入了什么？脚本不会回滚。',
    },
    given: ['DEL visits page:1', 'HSET page:1 views 10'],
    keys: 'visits page:1',
    values: '3',
    source: `local times = tonumber(ARGV[1])
for i = 1, times do
  redis.call('INCR', KEYS[1])
end
redis.call('INCRBY', KEYS[2], times)
return redis.call('GET', KEYS[1])
`,
    prints:
      '(error) WRONGTYPE Operation against a key holding the wrong kind of value script: 9f8714c362372793eaa0a56205cfc74804bc7c18, on @user_script:5.',
    taughtIn: { lessonId: 'lua-atomicity', stepId: 'midway' },
  },
];
