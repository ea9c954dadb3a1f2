/**
 * Scenes to start from: a server in an interesting state, the panels that show it, and commands to try next. A test
 * runs all of them.
 */
import type { Generation } from '../../protocol/session.ts';
import type { Pair } from '../i18n/pair.ts';

export interface Scenario {
  readonly id: string;
  readonly title: Pair;
  /** What to do and what to look at. */
  readonly about: Pair;
  readonly panels: readonly string[];
  readonly generation?: Generation;
  readonly config?: Readonly<Record<string, string>>;
  /** The past of the scene: `2> …` is client 2, `@ 500` lets milliseconds pass on a stopped clock. */
  readonly given: readonly string[];
  /** Commands to try, in this order. */
  readonly next: readonly string[];
}

const times = (count: number, line: (number: number) => string) =>
  Array.from({ length: count }, (_, nth) => line(nth + 1));

export const scenarios: readonly Scenario[] = [
  {
    id: 'rehash',
    title: { en: 'A table is about to double', zh: '字典马上要翻倍' },
    about: {
      en: 'Eight keys in eight buckets. The ninth starts the rehash; every command after it moves one bucket.',
      zh: '八个桶里有八个键。写入第九个就开始 rehash，之后每条命令顺手搬一个桶。',
    },
    panels: ['dict', 'keyspace'],
    given: times(8, (n) => `SET user:${n} ${n}`),
    next: ['SET user:9 9', 'GET user:1', 'GET user:2', 'GET nobody'],
  },
  {
    id: 'conversion',
    title: { en: 'One field too many', zh: '多一个字段就换结构' },
    about: {
      en: 'A hash with four fields, the maximum for a listpack. The fifth turns it into a hash table, and nothing turns it back.',
      zh: '上限是四个字段，现在正好四个。再加一个，listpack 就变成哈希表，而且变不回去。',
    },
    panels: ['object', 'packed'],
    config: { 'hash-max-listpack-entries': '4' },
    given: ['HSET cart apple 1 pear 2 plum 3 fig 4'],
    next: ['HSET cart kiwi 5', 'HDEL cart kiwi apple', 'OBJECT ENCODING cart', 'MEMORY USAGE cart'],
  },
  {
    id: 'cascade',
    title: { en: 'Cascading update (6.2)', zh: '连锁更新（6.2）' },
    about: {
      en: 'Every entry is 253 bytes long. Put a slightly longer one in front, and each prevlen after it grows from 1 to 5 bytes.',
      zh: '每个节点都是 253 字节。在前面放一个稍长的，后面的 prevlen 就一个接一个从 1 字节变成 5 字节。',
    },
    panels: ['packed', 'keyspace'],
    generation: '6.2',
    given: [`RPUSH chain ${times(6, (n) => String(n).repeat(250)).join(' ')}`],
    next: [`LPUSH chain ${'x'.repeat(251)}`, 'LLEN chain'],
  },
  {
    id: 'upgrade',
    title: { en: 'One big number', zh: '一个大数引起的升级' },
    about: {
      en: 'Small numbers take two bytes each. One that needs four widens and moves all of them, starting from the end.',
      zh: '小整数每个占两字节。来一个要四字节的，所有数都得从尾部开始搬家。',
    },
    panels: ['intset', 'packed'],
    given: ['SADD numbers 5 1 300 20 77'],
    next: ['SADD numbers 70000', 'SADD numbers 5000000000', 'SADD numbers word', 'OBJECT ENCODING numbers'],
  },
  {
    id: 'leaderboard',
    title: { en: 'A leaderboard', zh: '排行榜' },
    about: {
      en: 'Scores change and players climb. Small boards are packed; the 129th player brings the skiplist.',
      zh: '分数一变，名次就动。小榜单是紧凑编码，第 129 个人进来才换成跳表。',
    },
    panels: ['ladder', 'skiplist'],
    config: { 'zset-max-listpack-entries': '8' },
    given: times(8, (n) => `ZADD board ${n * 111} player:${n}`),
    next: [
      'ZINCRBY board 500 player:2',
      'ZADD board 444 player:9',
      'ZREVRANGE board 0 2 WITHSCORES',
      'ZRANK board player:2',
    ],
  },
  {
    id: 'expiry',
    title: { en: 'Expired keys nobody reads', zh: '没人访问的过期键' },
    about: {
      en: 'Forty keys live for two to forty seconds. Let the clock run: some expire when a command reads them, the rest when the active cycle samples them.',
      zh: '四十个键，寿命 2 到 40 秒。让时钟走起来：有的在被访问时删除，其余靠抽样清理。',
    },
    panels: ['expiry', 'keyspace'],
    given: times(40, (n) => `SET code:${n} ${n * 7919} EX ${Math.max(2, n)}`),
    next: ['TTL code:40', 'GET code:2', 'INFO stats', 'DBSIZE'],
  },
  {
    id: 'eviction',
    title: { en: 'No room left', zh: '内存满了' },
    about: {
      en: 'Little memory and allkeys-lru. Every write now makes room first: watch the samples compete for the pool. Then start the traffic.',
      zh: '内存很小，策略是 allkeys-lru。每次写入都要先腾地方：看抽样怎样争夺淘汰池。然后可以开启流量。',
    },
    panels: ['eviction', 'keyspace'],
    config: { 'maxmemory-policy': 'allkeys-lru' },
    given: [...times(60, (n) => `SET key:${n} ${'v'.repeat(200)}`), 'CONFIG SET maxmemory 1048576'],
    next: ['GET key:1', 'SET key:61 new', 'CONFIG SET maxmemory-policy allkeys-lfu', 'INFO memory'],
  },
  {
    id: 'big-key',
    title: { en: 'DEL or UNLINK of a big key', zh: '大键：DEL 还是 UNLINK' },
    about: {
      en: 'Two sets of twenty thousand members. DEL blocks every client; UNLINK hands the work to a thread.',
      zh: '两个两万成员的集合。DEL 会让所有人等着，UNLINK 把活交给后台线程。',
    },
    panels: ['loop', 'memory'],
    given: ['big:1', 'big:2'].flatMap((key) =>
      times(20, (part) => `SADD ${key} ${times(1000, (n) => `member:${part}:${n}`).join(' ')}`),
    ),
    next: ['DEL big:1', 'UNLINK big:2', 'SLOWLOG GET 2', 'MEMORY STATS'],
  },
  {
    id: 'lock',
    title: { en: 'A lock is stolen', zh: '锁被别人删了' },
    about: {
      en: 'Client 1 took the lock for ten seconds and works for twelve. Let it delete "its" lock and see whose it was.',
      zh: '客户端 1 拿到 10 秒的锁，却干了 12 秒。让它去删“自己的”锁，看看删的是谁的。',
    },
    panels: ['locks', 'clients'],
    given: [
      '1> SET lock:order 1 NX PX 10000',
      '2> SET lock:order 1 NX PX 10000',
      '@ 12000 ms',
      '2> SET lock:order 1 NX PX 10000',
    ],
    next: ['DEL lock:order', 'SET lock:order 3 NX PX 10000'],
  },
  {
    id: 'transaction',
    title: { en: 'WATCH detects a change', zh: 'WATCH 发现被改了' },
    about: {
      en: 'Client 1 watches the balance and has queued a payment. Meanwhile client 2 changed the balance, so EXEC will run nothing.',
      zh: '客户端 1 监视余额并排好了付款命令，期间客户端 2 改了余额：EXEC 什么都不会执行。',
    },
    panels: ['clients', 'keyspace'],
    given: ['SET balance 100', 'WATCH balance', 'MULTI', 'DECRBY balance 30', '2> DECRBY balance 90'],
    next: ['EXEC', 'GET balance', 'WATCH balance', 'MULTI', 'DECRBY balance 5', 'EXEC'],
  },
  {
    id: 'queue',
    title: { en: 'First to wait, first served', zh: '等得最久的先得到' },
    about: {
      en: 'Two clients wait for the same list. One element wakes one of them.',
      zh: '两个客户端在等同一个列表。来一个元素，只唤醒其中一个。',
    },
    panels: ['clients', 'list'],
    given: ['2> BLPOP jobs 0', '3> BLPOP jobs 0'],
    next: ['LPUSH jobs first', 'LPUSH jobs second third', 'CLIENT LIST'],
  },
  {
    id: 'group',
    title: { en: 'A consumer that died', zh: '挂掉的消费者' },
    about: {
      en: 'Ann took three events and acknowledged one. After a minute Bob claims the rest.',
      zh: 'ann 取了三条事件，只确认了一条。一分钟后 bob 认领她剩下的。',
    },
    panels: ['stream', 'keyspace'],
    given: [
      ...times(6, (n) => `XADD orders ${n}-0 order ${n} cents ${n * 250}`),
      'XGROUP CREATE orders billing 0',
      'XREADGROUP GROUP billing ann COUNT 3 STREAMS orders >',
      'XACK orders billing 1-0',
      '@ 60000 ms',
    ],
    next: [
      'XPENDING orders billing',
      'XAUTOCLAIM orders billing bob 30000 0',
      'XREADGROUP GROUP billing bob COUNT 9 STREAMS orders >',
      'XACK orders billing 2-0 3-0',
    ],
  },
  {
    id: 'crash',
    title: { en: 'The power fails', zh: '突然断电' },
    about: {
      en: 'The server syncs its append-only file every second. Write something, cut the power with “Power”, restart: what is left?',
      zh: 'AOF 每秒刷盘一次。写点东西，用“电源”断电，再启动：还剩什么？',
    },
    panels: ['disk', 'keyspace'],
    config: { appendonly: 'yes', appendfsync: 'everysec' },
    given: ['SET paid 1', 'INCR orders', '@ 2000 ms', 'INCR orders'],
    next: ['INCR orders', 'SET paid 2', 'INFO persistence', 'GET orders'],
  },
  {
    id: 'visitors',
    title: { en: 'Counting without remembering', zh: '不记名也能数人' },
    about: {
      en: 'A HyperLogLog in its sparse form. Fill with “Visitors” and watch it become dense, and see how close the estimate stays.',
      zh: '稀疏形式的 HyperLogLog。用“批量写入”写进“访客”，看它变稠密，以及估计有多准。',
    },
    panels: ['hll', 'object'],
    given: ['PFADD visitors:day0 ann bob cat dan eve'],
    next: [
      'PFADD visitors:day0 fay',
      'PFCOUNT visitors:day0',
      'PFADD visitors:day1 ann zoe',
      'PFMERGE week visitors:day0 visitors:day1',
    ],
  },
  {
    id: 'script',
    title: { en: 'A script that checks and deletes', zh: '先比较再删除的脚本' },
    about: {
      en: 'Run it and step through its lines, forwards and back. The second time, the token belongs to someone else.',
      zh: '运行它，一行一行往前走、往回走。第二次锁里已经是别人的令牌。',
    },
    panels: ['script', 'locks'],
    given: ['SET lock:order 58c6 NX PX 30000'],
    next: [
      "EVAL \"if redis.call('get', KEYS[1]) == ARGV[1] then\\n  return redis.call('del', KEYS[1])\\nelse\\n  return 0\\nend\" 1 lock:order 58c6",
      'SET lock:order 9f3c NX PX 30000',
      "EVAL \"if redis.call('get', KEYS[1]) == ARGV[1] then\\n  return redis.call('del', KEYS[1])\\nelse\\n  return 0\\nend\" 1 lock:order 58c6",
    ],
  },
  {
    id: 'places',
    title: { en: 'Who is near?', zh: '附近的人' },
    about: {
      en: 'Each position becomes 52 bits, and a search checks nine cells.',
      zh: '位置变成 52 位整数，搜索只看九个格子。',
    },
    panels: ['geo', 'skiplist'],
    given: [
      'GEOADD shops 120.155 30.274 westlake 120.212 30.208 binjiang 120.081 30.303 xixi 121.474 31.230 shanghai',
    ],
    next: [
      'GEOSEARCH shops FROMLONLAT 120.15 30.27 BYRADIUS 10 km ASC WITHDIST',
      'GEODIST shops westlake xixi km',
      'GEOHASH shops westlake binjiang',
    ],
  },
];
