/**
 * Scenes to start from: a server in an interesting state, the panels that show it, and commands to try next. Every
 * sentence of a scene carries what it claims. Tests play all scenes, on the engine and on the page, and
 * hold the sentences to their claims.
 */
import type { Generation } from '../../protocol/session.ts';
import type { Pair } from '../i18n/pair.ts';

export interface Scenario {
  readonly id: string;
  readonly title: Pair;
  /** What to do and what to look at: the sentences of the story in a row. */
  readonly about: Pair;
  readonly story: readonly Sentence[];
  readonly panels: readonly string[];
  readonly generation?: Generation;
  readonly config?: Readonly<Record<string, string>>;
  /** The past of the scene: commands, and time on a stopped clock (see protocol/action-lines.ts). */
  readonly given: readonly string[];
  /** What to try, in this order. A client other than the first stands in front: `2> GET k`. */
  readonly next: readonly string[];
}

interface Sentence extends Pair {
  readonly claims: readonly Claim[];
}

/** A value that a sentence promises. */
export interface Claim {
  /** So many of the commands to try have been run; 0 is the start of the scene. */
  readonly after: number;
  /**
   * What happens beyond them before one looks, in the notation of `given`; `{1..9}` counts. "@ cut" cuts the power, and
   * "@ start" starts the server from its disk. Other claims know nothing of it.
   */
  readonly and?: readonly string[];
  /** The path of an observation (protocol/observations). */
  readonly observe: string;
  readonly is?: string | number;
  readonly atLeast?: number;
  readonly atMost?: number;
  /** It is more than before the command. */
  readonly grows?: true;
  /** The panel that shows the same, and its English words with # for the value. */
  readonly shown?: readonly [panel: string, words: string];
}

const times = (count: number, line: (number: number) => string) =>
  Array.from({ length: count }, (_, nth) => line(nth + 1));

const hundredBytes = 'v'.repeat(100);

/** What XPENDING replies when one consumer has both events. */
const pendingOf = (consumer: string) =>
  ['1) (integer) 2', '2) "2-0"', '3) "3-0"', `4) 1) 1) "${consumer}"`, '      2) "2"'].join('\n');

const scenes: readonly Omit<Scenario, 'about'>[] = [
  {
    id: 'rehash',
    title: { en: 'A table is about to double', zh: '字典马上要翻倍' },
    story: [
      {
        en: 'Eight keys in eight buckets.',
        zh: '八个桶里有八个键。',
        claims: [
          { after: 0, observe: 'db0.keys', is: 8, shown: ['dict', '# keys · load'] },
          { after: 0, observe: 'db0.ht0.size', is: 8, shown: ['dict', 'ht[0] # buckets'] },
        ],
      },
      {
        en: 'The ninth starts the rehash; every command after it moves one bucket.',
        zh: '写入第九个就开始 rehash，之后每条命令顺手搬一个桶。',
        claims: [
          { after: 0, observe: 'db0.rehashIndex', is: -1, shown: ['dict', 'rehashidx #'] },
          { after: 1, observe: 'db0.ht1.size', is: 16, shown: ['dict', 'ht[1] # buckets'] },
          { after: 2, observe: 'last.rehashedBuckets', is: 1 },
          { after: 3, observe: 'last.rehashedBuckets', is: 1 },
        ],
      },
    ],
    panels: ['dict', 'keyspace'],
    given: times(8, (n) => `SET user:${n} ${n}`),
    next: ['SET user:9 9', 'GET user:1', 'GET user:2', 'GET nobody'],
  },
  {
    id: 'conversion',
    title: { en: 'One field too many', zh: '多一个字段就换结构' },
    story: [
      {
        en: 'A hash with four fields, the maximum for a listpack.',
        zh: '上限是四个字段，现在正好四个。',
        claims: [
          { after: 0, observe: 'db0.elements(cart)', is: 4, shown: ['packed', 'listpack · # fields'] },
          { after: 0, observe: 'db0.encoding(cart)', is: 'listpack', shown: ['object', 'cart · hash · #'] },
        ],
      },
      {
        en: 'The fifth turns it into a hash table, and nothing turns it back.',
        zh: '再加一个，listpack 就变成哈希表，而且变不回去。',
        claims: [
          { after: 1, observe: 'db0.encoding(cart)', is: 'hashtable', shown: ['object', 'cart · hash · #'] },
          { after: 2, observe: 'db0.elements(cart)', is: 3, shown: ['packed', 'hashtable · # fields'] },
          { after: 3, observe: 'last.reply', is: '"hashtable"' },
        ],
      },
    ],
    panels: ['object', 'packed'],
    config: { 'hash-max-listpack-entries': '4' },
    given: ['HSET cart apple 1 pear 2 plum 3 fig 4'],
    next: ['HSET cart kiwi 5', 'HDEL cart kiwi apple', 'OBJECT ENCODING cart', 'MEMORY USAGE cart'],
  },
  {
    id: 'cascade',
    title: { en: 'Cascading update (6.2)', zh: '连锁更新（6.2）' },
    story: [
      {
        en: 'Every entry is 253 bytes long. Put a slightly longer one in front, and each prevlen after it grows from 1 to 5 bytes.',
        zh: '每个节点都是 253 字节。在前面放一个稍长的，后面的 prevlen 就一个接一个从 1 字节变成 5 字节。',
        claims: [
          { after: 0, observe: 'db0.packed(chain).size(0)', is: 253 },
          { after: 0, observe: 'db0.packed(chain).size(5)', is: 253 },
          { after: 0, observe: 'db0.packed(chain).longPrevlens', is: 0 },
          {
            after: 1,
            observe: 'db0.packed(chain).size(0)',
            is: 254,
            shown: ['packed', 'prevlen # str14 prevlen 257'],
          },
          { after: 1, observe: 'last.cascaded', is: 6 },
          { after: 1, observe: 'db0.packed(chain).longPrevlens', is: 6 },
        ],
      },
    ],
    panels: ['packed', 'keyspace'],
    generation: '6.2',
    given: [`RPUSH chain ${times(6, (n) => String(n).repeat(250)).join(' ')}`],
    next: [`LPUSH chain ${'x'.repeat(251)}`, 'LLEN chain'],
  },
  {
    id: 'upgrade',
    title: { en: 'One big number', zh: '一个大数引起的升级' },
    story: [
      {
        en: 'Small numbers take two bytes each.',
        zh: '小整数每个占两字节。',
        claims: [
          { after: 0, observe: 'db0.packed(numbers).size(0)', is: 2, shown: ['intset', '# bytes each'] },
        ],
      },
      {
        en: 'One that needs four widens and moves all of them, starting from the end.',
        zh: '来一个要四字节的，所有数都得从尾部开始搬家。',
        claims: [
          { after: 1, observe: 'db0.packed(numbers).size(0)', is: 4, shown: ['intset', '# bytes each'] },
          { after: 2, observe: 'db0.packed(numbers).size(0)', is: 8, shown: ['intset', '# bytes each'] },
          { after: 4, observe: 'last.reply', is: '"hashtable"' },
        ],
      },
    ],
    panels: ['intset', 'packed'],
    given: ['SADD numbers 5 1 300 20 77'],
    next: ['SADD numbers 70000', 'SADD numbers 5000000000', 'SADD numbers word', 'OBJECT ENCODING numbers'],
  },
  {
    id: 'leaderboard',
    title: { en: 'A leaderboard', zh: '排行榜' },
    story: [
      {
        en: 'Scores change and players climb.',
        zh: '分数一变，名次就动。',
        claims: [
          { after: 0, and: ['ZRANK board player:2'], observe: 'last.reply', is: '(integer) 1' },
          { after: 1, observe: 'last.reply', is: '"722"' },
          { after: 4, observe: 'last.reply', is: '(integer) 6' },
        ],
      },
      {
        en: 'Small boards are packed; on this server the ninth player brings the skiplist.',
        zh: '小榜单是紧凑编码；这台服务器上，第 9 个人进来就换成跳表。',
        claims: [
          { after: 0, observe: 'db0.encoding(board)', is: 'listpack', shown: ['ladder', 'members · #'] },
          { after: 1, observe: 'db0.encoding(board)', is: 'listpack', shown: ['ladder', 'members · #'] },
          { after: 2, observe: 'db0.elements(board)', is: 9, shown: ['skiplist', '# members ·'] },
          { after: 2, observe: 'db0.encoding(board)', is: 'skiplist', shown: ['ladder', 'members · #'] },
        ],
      },
    ],
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
    story: [
      {
        en: 'Forty keys live for two to forty seconds.',
        zh: '四十个键，寿命 2 到 40 秒。',
        claims: [
          { after: 0, observe: 'db0.volatileKeys', is: 40, shown: ['expiry', '# keys expire'] },
          { after: 0, and: ['TTL code:1'], observe: 'last.reply', is: '(integer) 2' },
          { after: 1, observe: 'last.reply', is: '(integer) 40' },
        ],
      },
      {
        en: 'Let the clock run: some expire when a command reads them, the rest when the active cycle samples them.',
        zh: '让时钟走起来：有的在被访问时删除，其余靠抽样清理。',
        claims: [
          { after: 0, and: ['@ 3 s', 'GET code:2'], observe: 'last.reply', is: '(nil)' },
          {
            after: 0,
            and: ['@ 5 s'],
            observe: 'server.expiredKeys',
            atLeast: 1,
            shown: ['expiry', '# expired so far'],
          },
          { after: 0, and: ['@ 60 s'], observe: 'db0.keys', is: 0 },
        ],
      },
    ],
    panels: ['expiry', 'keyspace'],
    given: times(40, (n) => `SET code:${n} ${n * 7919} EX ${Math.max(2, n)}`),
    next: ['TTL code:40', 'GET code:2', 'INFO stats', 'DBSIZE'],
  },
  {
    id: 'eviction',
    title: { en: 'No room left', zh: '内存满了' },
    story: [
      {
        en: 'Little memory and allkeys-lru.',
        zh: '内存很小，策略是 allkeys-lru。',
        claims: [
          { after: 0, observe: 'server.maxMemory', is: 16_384 },
          { after: 0, observe: 'server.usedMemory', atLeast: 16_000 },
        ],
      },
      {
        en: 'Every write now makes room first: watch the samples compete for the pool.',
        zh: '每次写入都要先腾地方：看抽样怎样争夺淘汰池。',
        claims: [
          { after: 0, observe: 'server.evictedKeys', atLeast: 1, shown: ['eviction', '# evicted so far'] },
          { after: 1, observe: 'server.evictedKeys', grows: true, shown: ['eviction', '# evicted so far'] },
          { after: 2, observe: 'server.evictedKeys', grows: true, shown: ['eviction', '# evicted so far'] },
        ],
      },
      {
        en: 'Then start the traffic.',
        zh: '然后可以开启流量。',
        claims: [
          {
            after: 5,
            and: ['SET key:{1..500} value-of-key:{1..500}'],
            observe: 'server.evictedKeys',
            atLeast: 100,
          },
        ],
      },
    ],
    panels: ['eviction', 'keyspace'],
    config: { maxmemory: '16384', 'maxmemory-policy': 'allkeys-lru' },
    given: [
      ...times(40, (n) => `SET key:${n} ${hundredBytes}`),
      '@ 10 s',
      ...times(5, (n) => `GET key:${n}`),
      '@ 10 s',
      ...times(60, (n) => `SET key:${n + 40} ${hundredBytes}`),
    ],
    next: [
      `SET key:101 ${hundredBytes}`,
      `SET key:102 ${hundredBytes}`,
      'GET key:1',
      'CONFIG SET maxmemory-policy allkeys-lfu',
      'INFO memory',
    ],
  },
  {
    id: 'big-key',
    title: { en: 'DEL or UNLINK of a big key', zh: '大键：DEL 还是 UNLINK' },
    story: [
      {
        en: 'Two sets of twenty thousand members.',
        zh: '两个两万成员的集合。',
        claims: [
          { after: 0, observe: 'db0.elements(big:1)', is: 20_000 },
          { after: 0, observe: 'db0.elements(big:2)', is: 20_000 },
        ],
      },
      {
        en: 'DEL blocks every client; UNLINK hands the work to a thread.',
        zh: 'DEL 会让所有人等着，UNLINK 把活交给后台线程。',
        claims: [
          { after: 0, observe: 'server.slowLogLength', is: 0 },
          { after: 1, observe: 'server.slowLogLength', is: 1 },
          { after: 2, observe: 'server.slowLogLength', is: 1 },
          {
            after: 2,
            and: ['@ 1 s'],
            observe: 'server.lazyFreed',
            is: 1,
            shown: ['memory', '# freed so far'],
          },
        ],
      },
    ],
    panels: ['loop', 'memory'],
    // The limit of 10,000 μs that a server starts with would take a set of more members than one waits for.
    config: { 'slowlog-log-slower-than': '200' },
    given: ['big:1', 'big:2'].flatMap((key) =>
      times(20, (part) => `SADD ${key} ${times(1000, (n) => `member:${part}:${n}`).join(' ')}`),
    ),
    next: ['DEL big:1', 'UNLINK big:2', 'SLOWLOG GET 2', 'MEMORY STATS'],
  },
  {
    id: 'lock',
    title: { en: 'A lock is stolen', zh: '锁被别人删了' },
    story: [
      {
        en: 'Client 1 took the lock for ten seconds and works for twelve.',
        zh: '客户端 1 拿到 10 秒的锁，却干了 12 秒。',
        claims: [
          { after: 0, observe: 'db0.lock(lock:order).expired', is: 1 },
          {
            after: 0,
            observe: 'db0.lock(lock:order).holders',
            is: 2,
            shown: ['locks', '⚠ # act as holders'],
          },
        ],
      },
      {
        en: 'Let it delete “its” lock and see whose it was.',
        zh: '让它去删“自己的”锁，看看删的是谁的。',
        claims: [
          { after: 0, observe: 'db0.lock(lock:order).holder', is: '2', shown: ['locks', 'held by client #'] },
          { after: 1, observe: 'last.reply', is: '(integer) 1' },
          {
            after: 1,
            observe: 'db0.lock(lock:order).wrongReleases',
            is: 1,
            shown: ['locks', '# wrong release'],
          },
        ],
      },
    ],
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
    story: [
      {
        en: 'Client 1 watches the balance and has queued a payment.',
        zh: '客户端 1 监视了余额，并排好了付款命令。',
        claims: [
          { after: 0, observe: 'client(1).queued', is: 1, shown: ['clients', '#. DECRBY balance 30'] },
        ],
      },
      {
        en: 'Meanwhile client 2 changed the balance, so EXEC will run nothing.',
        zh: '期间客户端 2 改了余额：EXEC 什么都不会执行。',
        claims: [
          { after: 0, observe: 'client(1).spoiled', is: 'watch' },
          { after: 1, observe: 'last.reply', is: '(nil)' },
          { after: 2, observe: 'last.reply', is: '"10"' },
          { after: 6, observe: 'last.reply', is: '1) (integer) 5' },
        ],
      },
    ],
    panels: ['clients', 'keyspace'],
    given: ['SET balance 100', 'WATCH balance', 'MULTI', 'DECRBY balance 30', '2> DECRBY balance 90'],
    next: ['EXEC', 'GET balance', 'WATCH balance', 'MULTI', 'DECRBY balance 5', 'EXEC'],
  },
  {
    id: 'queue',
    title: { en: 'First to wait, first served', zh: '等得最久的先得到' },
    story: [
      {
        en: 'Two clients wait for the same list.',
        zh: '两个客户端在等同一个列表。',
        claims: [{ after: 0, observe: 'server.blockedClients', is: 2, shown: ['clients', '# blocked'] }],
      },
      {
        en: 'One element wakes one of them.',
        zh: '来一个元素，只唤醒其中一个。',
        claims: [
          { after: 1, observe: 'client(2).blocked', is: 0 },
          { after: 1, observe: 'client(3).blocked', is: 1 },
          { after: 2, observe: 'server.blockedClients', is: 0 },
        ],
      },
    ],
    panels: ['clients', 'list'],
    given: ['2> BLPOP jobs 0', '3> BLPOP jobs 0'],
    next: ['LPUSH jobs first', 'LPUSH jobs second third', 'CLIENT LIST'],
  },
  {
    id: 'group',
    title: { en: 'A consumer that died', zh: '挂掉的消费者' },
    story: [
      {
        en: 'Ann took three events and acknowledged one.',
        zh: 'ann 取了三条事件，只确认了一条。',
        claims: [
          { after: 0, observe: 'db0.stream(orders).delivered(billing)', is: '3-0' },
          {
            after: 0,
            observe: 'db0.stream(orders).pending(billing)',
            is: 2,
            shown: ['stream', 'billing · # pending'],
          },
        ],
      },
      {
        en: 'After a minute Bob claims the rest.',
        zh: '一分钟后 bob 认领她剩下的。',
        claims: [
          { after: 1, observe: 'last.reply', is: pendingOf('ann') },
          { after: 2, and: ['XPENDING orders billing'], observe: 'last.reply', is: pendingOf('bob') },
        ],
      },
    ],
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
    story: [
      {
        en: 'The append only file is synced every second.',
        zh: 'AOF 每秒刷盘一次。',
        claims: [
          { after: 2, and: ['@ 2 s', '@ cut', '@ start', 'GET paid'], observe: 'last.reply', is: '"2"' },
        ],
      },
      {
        en: 'Write something, cut the power with “Power”, start again: what is left?',
        zh: '写点东西，用“电源”断电，再启动：还剩什么？',
        claims: [{ after: 2, and: ['@ cut', '@ start', 'GET paid'], observe: 'last.reply', is: '"1"' }],
      },
    ],
    panels: ['disk', 'keyspace'],
    config: { appendonly: 'yes', appendfsync: 'everysec' },
    given: ['SET paid 1', 'INCR orders', '@ 2000 ms', 'INCR orders'],
    next: ['INCR orders', 'SET paid 2', 'INFO persistence', 'GET orders'],
  },
  {
    id: 'visitors',
    title: { en: 'Counting without remembering', zh: '不记名也能数人' },
    story: [
      {
        en: 'A HyperLogLog in its sparse form.',
        zh: '稀疏形式的 HyperLogLog。',
        claims: [
          {
            after: 0,
            observe: 'db0.hll(visitors:day0).encoding',
            is: 'sparse',
            shown: ['hll', 'visitors:day0 · #'],
          },
          { after: 2, observe: 'last.reply', is: '(integer) 6' },
        ],
      },
      {
        en: 'Fill in “Visitors” and see it become dense, and how near the estimate stays.',
        zh: '用“批量写入”写进“访客”，看它变稠密，以及估计有多准。',
        claims: [
          {
            after: 0,
            and: ['PFADD visitors:day0 user:{1..4000}'],
            observe: 'db0.hll(visitors:day0).encoding',
            is: 'dense',
          },
          {
            after: 0,
            and: ['PFADD visitors:day0 user:{1..4000}'],
            observe: 'db0.hll(visitors:day0).estimate',
            atLeast: 3800,
            atMost: 4200,
          },
        ],
      },
    ],
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
    story: [
      {
        en: 'Run it and walk through its lines, forwards and back.',
        zh: '运行它，一行一行往前走、往回走。',
        claims: [{ after: 1, observe: 'last.reply', is: '(integer) 1' }],
      },
      {
        en: 'The second time the token is another’s.',
        zh: '第二次锁里已经是别人的令牌。',
        claims: [
          { after: 2, observe: 'db0.lock(lock:order).holder', is: '2', shown: ['locks', 'held by client #'] },
          { after: 3, observe: 'last.reply', is: '(integer) 0' },
          { after: 3, observe: 'db0.lock(lock:order).holder', is: '2', shown: ['locks', 'held by client #'] },
        ],
      },
    ],
    panels: ['script', 'locks'],
    given: ['SET lock:order 58c6 NX PX 30000', '2> SET lock:order 9f3c NX PX 30000'],
    next: [
      "EVAL \"if redis.call('get', KEYS[1]) == ARGV[1] then\\n  return redis.call('del', KEYS[1])\\nelse\\n  return 0\\nend\" 1 lock:order 58c6",
      '2> SET lock:order 9f3c NX PX 30000',
      "EVAL \"if redis.call('get', KEYS[1]) == ARGV[1] then\\n  return redis.call('del', KEYS[1])\\nelse\\n  return 0\\nend\" 1 lock:order 58c6",
    ],
  },
  {
    id: 'places',
    title: { en: 'Who is near?', zh: '附近的人' },
    story: [
      {
        en: 'Positions become 52 bits.',
        zh: '位置变成 52 位整数。',
        claims: [
          {
            after: 0,
            observe: 'db0.geo(shops).cell(westlake,26)',
            is: '1110011001110011011010100101011111010000111001001010',
          },
        ],
      },
      {
        en: 'A search looks only at the cells around it: nine at most, here four.',
        zh: '搜索只看周围的格子：最多九个，这里是四个。',
        claims: [
          { after: 1, observe: 'last.cells', is: 4 },
          { after: 1, observe: 'last.found', is: 3, shown: ['geo', '30.27°, # found'] },
        ],
      },
    ],
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

export const scenarios: readonly Scenario[] = scenes.map((scene) => ({
  ...scene,
  about: {
    en: scene.story.map(({ en }) => en).join(' '),
    zh: scene.story.map(({ zh }) => zh).join(''),
  },
}));
