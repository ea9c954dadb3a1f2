/** What the load scenarios say, by the names that protocol/load-scenarios.ts gives to their parts. */
import { plural } from '../i18n/amounts.ts';
import type { Pair } from '../i18n/index.ts';

export interface ScenarioText {
  readonly title: string;
  /** One sentence for a list. */
  readonly about: string;
  readonly lead: string;
  readonly look: readonly string[];
  /** What is simplified, and how large everything is. */
  readonly scale: string;
}

export interface RemedyText {
  readonly name: string;
  readonly about: string;
}

interface ScenarioWords {
  readonly scenarios: Readonly<Record<string, ScenarioText>>;
  readonly settings: Readonly<Record<string, string>>;
  readonly remedies: Readonly<Record<string, RemedyText>>;
  readonly charts: Readonly<Record<string, string>>;
  readonly curves: Readonly<Record<string, string>>;
  readonly figures: Readonly<Record<string, string>>;
  readonly marks: Readonly<Record<string, string>>;
  readonly tables: Readonly<Record<string, { readonly title: string; readonly about: string }>>;
  readonly columns: Readonly<Record<string, string>>;
  remediesTitle: string;
  settingsTitle: string;
  before: string;
  after: string;
  running(percent: number): string;
  stop: string;
  stopped: string;
  again: string;
  failed(message: string): string;
  chartsTitle: string;
  figuresTitle: string;
  figure: string;
  second(seconds: string): string;
  seed: string;
  newSeed: string;
  sameRun(events: string, hash: string): string;
  copyLink: string;
  /** For those who cannot see a chart. */
  described(curve: string, which: string, peak: string, seconds: string): string;
  describedLow(curve: string, which: string, low: string, seconds: string): string;
  preventive: string;
}

export const scenarioWords: Pair<ScenarioWords> = {
  en: {
    scenarios: {
      avalanche: {
        title: 'Cache avalanche: everything expires at once',
        about:
          'Two thousand keys loaded with one TTL expire in the same second. Does the database come back?',
        lead: 'Somebody warmed the cache in one go and gave every key the same TTL. Eight seconds later all of it is gone at once, and every request goes to the database.',
        look: [
          'Without a remedy it never ends. The queue is longer than the clients’ patience: the database works flat out on queries that everybody has given up on, nobody stores a row, and the cache stays empty. “Worked on for nobody” counts them.',
          'Jitter prevents it: the same number of misses, spread over seconds. Everything else only softens the blow by refusing work.',
          'Set the queue to 300. Refusing early keeps every answer useful, and the same avalanche is over in two seconds.',
          'At a queue of 300, switch on “wait before retrying” and compare the errors: those who come back later find the cache filled. At 700 it changes nothing, because the trouble doesn’t pass.',
        ],
        scale:
          '2,000 keys in one real engine; a simulated database with 16 connections and 20 ms a query, so 800 queries a second; clients wait 600 ms for it. A tenth of the size of a real site, so that your browser can compute every request.',
      },
      'cache-node': {
        title: 'A cache node dies: mod N against the ring',
        about:
          'One of four caches dies. How many keys lose their place decides whether the database survives.',
        lead: 'Four caches share the keys. At second 5 one of them dies; half a second later all clients have noticed and count with three. With mod N, three quarters of all keys are now looked up where they never were.',
        look: [
          'Look at the hit rate after the death. It falls to about a quarter with mod N, because three keys in four have moved. On the ring only the dead node’s keys are missing.',
          'The ring turns a collapse into a bump, with the same database and the same traffic.',
          'Without the ring, try the lossy remedies one by one: which of them brings the site back, and what do users get meanwhile?',
          'Take eight nodes: on the ring the loss shrinks to an eighth. With mod N it grows to seven eighths.',
        ],
        scale:
          '6,000 keys on real engines, placed by MD5; 100 points per node on the ring; the same database as in the avalanche.',
      },
      breakdown: {
        title: 'Cache breakdown: one hot key expires',
        about: 'A thousand requests a second want one key, and it expires. Who rebuilds it?',
        lead: 'One key takes all the traffic, and its value costs a slow query. Until the first answer is back in the cache, every request misses and asks the same question.',
        look: [
          'Each time the key expires, about a hundred requests send the same query. The database has ten connections: the last of them waits for two seconds.',
          'With the mutex one query is enough. The others look again every 20 ms, so they all wait as long as the query takes. See the p99.',
          'If the key never expires, nobody waits: one request refreshes it in the background, the others take the old value.',
          'Raise the rebuild time to 500 ms and compare all three.',
        ],
        scale:
          'One real engine; a database with ten connections and the rebuild time you set. The row changes every second, so a reader may see an old version until the TTL ends, with any remedy and without.',
      },
      penetration: {
        title: 'Cache penetration: asking for what does not exist',
        about: 'Random ids miss the cache every time. Validate, cache the null, or ask a Bloom filter first.',
        lead: 'From second 4 to 12 somebody asks for products that don’t exist. A cache can’t have what isn’t there, so each request goes through to the database.',
        look: [
          'A third of the attack has impossible ids. Validation rejects those for free, but the rest goes through.',
          'Cached nulls help when ids come again. Raise the number of ids to 20,000: hardly any comes twice, the help is gone, and the nulls fill the memory.',
          'The bitmap stops nearly everything. Drag its bits down to 2,000: now it says “perhaps” to most ids, and the load returns. It never rejects a real product.',
          'BF.EXISTS does the same with one command in place of four, and you name the error rate instead of bits. Set its capacity to 250: it doesn’t get worse, it grows, to four layers and more than twice the memory.',
          'Withdraw 300 products. Both filters still say “perhaps” to each of them, for good: a bit can’t be cleared, because other products may share it. Cached nulls catch what the filter can’t forget; otherwise it has to be built anew.',
          'Combine all three, as one does: each catches what the others let through.',
        ],
        scale:
          'One real engine; 1,000 cached and 1,000 new products; the filter is on that engine, too: a bitmap with 4 hashes for each of the 2,000 products, or BF.RESERVE and BF.ADD of the module. 600 customers a second; a database with ten connections and 12 ms a query.',
      },
      'flash-sale': {
        title: 'Flash sale: a hundred pieces, three thousand buyers',
        about:
          'Read, compare, count: naive, behind a lock, and in one script. Who oversells, who turns buyers away?',
        lead: 'At half a second the sale opens, and everybody presses the button within a second. The sale is a hash with two fields, total and ordered; nobody may order more than there is.',
        look: [
          'Naive: each buyer reads the hash, compares, checks, and then counts. Those who read before the last piece was counted all get one: oversold. Raise “checks before counting” and it gets worse.',
          'The lock sells nothing twice, but it lets in one buyer at a time. Most give up at the lock although there is stock left: see “turned away with stock left” and the commands that waiting costs.',
          'Put the lock on a second Redis and set the stock to 20. That instance restarts without a disk, and now and then a holder stalls for longer than its lock lives: several are inside at once, and the last pieces are sold twice. With the fence they’re inside all the same, but the stock’s Redis refuses all but the newest, at the price of a fifth round trip. (Too long a stall breaks a lock on the same Redis, too; that one lives 3 s here and nobody stalls.)',
          'The script compares and counts in one piece: exactly the stock, in a few hundredths of a second, with one command per buyer.',
          'A gateway that lets through twice the stock turns nine in ten away before Redis sees them. It protects, but it doesn’t repair: naive behind a gateway still oversells.',
        ],
        scale:
          'One real engine at 0.05 ms a command, 1 ms to it and back again; the script runs in its Lua. A lock is SET NX PX with a token, tried every 30 ms for 800 ms; on an instance of its own it is lost 400 ms after the opening. Orders follow into a simulated database with 20 connections. The key has no TTL: stock must not expire.',
      },
      limiters: {
        title: 'Eight rate limiters under the same burst',
        about:
          'Fixed and sliding windows, token bucket, leaky bucket as meter and as queue, and three that are broken.',
        lead: 'Every limiter may let 10 requests a second through. At 1.9 s a burst of 20 arrives and at 2.1 s another; from second 5 a client tries twice as often as it may. Grey is what was offered, blue what was let in, per tenth of a second.',
        look: [
          'The fixed window lets both bursts have a full share, because a new second begins between them: 20 within 200 ms. Find it in the column “most within a second”.',
          'The sliding window never lets more than 10 through in any second. If it adds before it counts, refused requests fill it too: a client that keeps trying stays locked out.',
          'Token bucket and leaky bucket as a meter are the same thing seen from two sides, one filled with what is left and one with what was used. Both let a burst through; only the queue smooths it: its requests leave one by one, each 100 ms after the last.',
          'The starving bucket writes down the time when it refuses, but not the part of a token earned by then. Polled every 50 ms it never earns a whole one: compare it with the token bucket from second 5 on.',
          'The bucket by the clients’ clocks hears every second request from a client whose clock is slow. Each of those sets the time back, and the next one earns the difference again: nothing is refused any more. Set “one clock is slow by” to 0, and it is an ordinary token bucket.',
          'In the tables, a leaky bucket of 10 with 2 requests a second against a leak of 1 looks fine for nine seconds. The first drop is in second 10.',
        ],
        scale:
          'Eight Lua scripts on one real engine, with the time of its own clock (all but one) and no latency between, so that nothing but the limiter decides. The tables below run second by second on the same scripts: bucket of 10, leak 1 a second, refill 5 a second.',
      },
      'hot-key': {
        title: 'A hot key on one node of a cluster',
        about:
          'Four nodes, and one product that everybody wants. Three of them idle while the fourth drowns.',
        lead: 'From second 2 on, most reads ask for one key. A key lives in one slot and a slot on one node, so adding nodes doesn’t help: the queue grows on this node alone.',
        look: [
          'One node is asked more than the 2,000 times a second it can answer, the others a tenth of that. The p99 grows and grows: the queue is never worked off.',
          'With a local cache, an application that asks often keeps the answer for 100 ms and asks again only then. The price is stale reads, for as long as that TTL.',
          'Copies under eight names fall into different slots, so all nodes share the reads. A write has eight keys to change, and for a moment the copies differ.',
          'Set the local TTL to 1,000 ms: hardly less load than 100 ms, but far more stale reads. CLIENT TRACKING would tell the applications when to forget.',
        ],
        scale:
          'Four real engines, slots by CRC16 in four equal parts, 0.5 ms a command so that 2,000 a second fill a node; a tenth of a real one. The hot key changes twice a second.',
      },
    },
    settings: {
      buyers: 'Buyers',
      stock: 'Stock',
      spread: 'All arrive within',
      checks: 'Checks before counting',
      lease: 'TTL of the lock',
      stall: 'One holder in ten stalls for',
      limit: 'Limit',
      capacity: 'Bucket',
      burst: 'Each burst',
      skew: 'One clock is slow by',
      share: 'Reads of the hot key',
      local: 'TTL of the local cache',
      rate: 'Requests',
      ttl: 'TTL',
      retries: 'Retries',
      jitter: 'Jitter, up to',
      queue: 'Queue of the database',
      nodes: 'Cache nodes',
      rebuild: 'Query that rebuilds it',
      attack: 'Attack',
      ids: 'Different ids',
      bits: 'Bits of the bitmap',
      filterCapacity: 'Capacity of the filter',
      filterError: 'Error rate of the filter',
      withdrawn: 'Products withdrawn at second 2',
    },
    remedies: {
      lock: { name: 'Lock', about: 'SET NX PX around reading, checking and counting.' },
      'lock-elsewhere': {
        name: 'Lock on a second Redis',
        about: 'The same lock, on an instance of its own that restarts without a disk.',
      },
      fence: {
        name: 'The same, with a fence',
        about: 'The stock’s Redis numbers the holders, and counts only for the newest.',
      },
      script: { name: 'Script', about: 'Compares and counts in one piece.' },
      gateway: {
        name: 'Limit at the gateway',
        about: 'Lets twice the stock through, tells the rest it is sold out.',
      },
      'local-cache': { name: 'Local cache', about: 'Applications keep what they ask for often.' },
      copies: { name: 'Eight copies', about: 'Under eight names, in different slots; readers choose one.' },
      jitter: { name: 'Jitter', about: 'Adds a random share to every TTL. Preventive.' },
      ring: { name: 'Hash ring', about: 'Only the dead node’s keys move. Preventive.' },
      breaker: {
        name: 'Circuit breaker',
        about: 'When half the queries fail, sends none for a second. Lossy.',
      },
      limit: { name: 'Rate limit', about: 'Lets 720 queries a second through, refuses the rest. Lossy.' },
      degrade: {
        name: 'Degrade',
        about: 'While the database is busy, only core requests (3 in 10) may use it; others get a default.',
      },
      backoff: {
        name: 'Wait before retrying',
        about: 'A random pause that doubles, instead of retrying at once.',
      },
      mutex: { name: 'Mutex', about: 'SET NX PX: one rebuilds, the others look again.' },
      'never-expire': {
        name: 'Never expires',
        about: 'The expiry is part of the value; one refreshes, the others read the old one.',
      },
      validate: { name: 'Validate', about: 'Rejects what can’t be an id.' },
      'cache-null': { name: 'Cache the null', about: 'Stores “nothing” for 5 seconds.' },
      bloom: { name: 'Bitmap by hand', about: 'A Bloom filter of all products: four SETBIT, four GETBIT.' },
      bf: { name: 'BF.EXISTS', about: 'The Bloom filter of the module, loaded into the cache’s Redis.' },
    },
    charts: {
      sold: 'Pieces sold, in all',
      oversold: 'Oversold, in all',
      fixed: 'Fixed window',
      sliding: 'Sliding window',
      addingFirst: 'Sliding window that adds first',
      token: 'Token bucket',
      starving: 'Token bucket that starves',
      clientClock: 'Token bucket by the clients’ clocks',
      meter: 'Leaky bucket as a meter',
      leakyQueue: 'Leaky bucket as a queue',
      levels: 'Levels of the buckets',
      busiest: 'Reads sent to the busiest node, per second',
      nodes: 'Reads sent to each node, per second',
      database: 'Queries sent to the database, per second',
      hitRate: 'Cache hit rate',
      failed: 'Errors and refusals, per second',
      p99: 'Latency, 99th percentile',
      queue: 'Longest queue before the database',
      keys: 'Keys in the cache',
    },
    curves: {
      offered: 'offered',
      fixed: 'let in',
      sliding: 'let in',
      addingFirst: 'let in',
      token: 'let in',
      starving: 'let in',
      clientClock: 'let in',
      meter: 'let in',
      leakyQueue: 'let out',
      tokenLevel: 'tokens left',
      meterLevel: 'water in the meter',
      queueLevel: 'requests in the queue',
      node0: 'node 0',
      node1: 'node 1',
      node2: 'node 2',
      node3: 'node 3',
    },
    figures: {
      stock: 'Stock',
      ordered: 'Ordered, says the hash',
      oversold: 'Oversold',
      salesPerSecond: 'Sales until the last one',
      overlaps: 'Let in while another held the lock',
      fenced: 'Refused by the fence',
      soldOutSeconds: 'Sold out after',
      busy: 'Gave up at the lock',
      refusedWithStock: 'Turned away with stock left',
      turnedAway: 'Turned away at the gateway',
      commands: 'Commands',
      answered: 'Answered in time',
      busiest: 'Most reads at one node',
      localHits: 'Answered by the local cache',
      requests: 'Requests',
      full: 'Full answers',
      degraded: 'Default answers',
      shed: 'Refused at once',
      errors: 'Errors',
      databaseQueries: 'Queries sent to the database',
      wasted: 'Worked on for nobody',
      p50: 'Latency, median',
      p99: 'Latency, 99th percentile',
      badSeconds: 'Time with under 90% full answers',
      stale: 'Old versions read',
      rejected: 'Rejected before the cache',
      falsePositives: 'False positives',
      falsePositiveRate: 'False positives, share',
      withdrawnQueries: 'Queries for withdrawn products',
      filterBytes: 'Memory of the filter',
      filterLayers: 'Layers of the filter',
      memory: 'Memory of the cache',
    },
    marks: {
      begins: 'sale opens',
      lockRestarts: 'lock lost',
      withdrawn: 'withdrawn',
      burst: 'burst',
      burstAgain: 'again',
      polls: 'keeps trying',
      hot: 'gets hot',
      expired: 'all expire',
      died: 'node dies',
      noticed: 'noticed',
      attack: 'attack',
      attackOver: 'over',
    },
    tables: {
      limiters: {
        title: 'What each of them let in',
        about:
          'Of all requests; within the busiest second, wherever it begins; and of the client that keeps trying.',
      },
      'leaky-2': { title: 'Leaky bucket, 2 a second', about: 'Twice as fast as it leaks.' },
      'leaky-5': {
        title: 'Leaky bucket, 5 a second',
        about: 'The second burst still fits, the third doesn’t.',
      },
      'leaky-12': { title: 'Leaky bucket, 12 a second', about: 'More at once than it holds.' },
      'token-3': {
        title: 'Token bucket, 3 a second',
        about: 'Seven left and five earned are ten, not twelve: the bucket is full.',
      },
      'token-8': { title: 'Token bucket, 8 a second', about: 'The reserve lasts for one second.' },
      'token-15': { title: 'Token bucket, 15 a second', about: 'First the whole bucket, then the refill.' },
    },
    columns: {
      admitted: 'let in',
      busiestSecond: 'most within a second',
      whilePolling: 'while it keeps trying',
      second: 'second',
      offered: 'offered',
      dropped: 'dropped',
      level: 'level after',
    },
    remediesTitle: 'Remedies',
    settingsTitle: 'Settings',
    before: 'no remedy',
    after: 'with remedies',
    running: (percent) => `Running: ${percent}%`,
    stop: 'Stop',
    stopped: 'Stopped.',
    again: 'Run again',
    failed: (message) => `The run failed: ${message}`,
    chartsTitle: 'Curves',
    figuresTitle: 'In numbers',
    figure: 'What',
    second: (seconds) => `${seconds} s`,
    seed: 'Seed',
    newSeed: 'Another seed',
    sameRun: (events, hash) => `${events} events, hash ${hash}: the same settings give the same run.`,
    copyLink: 'Link to this run',
    described: (curve, which, peak, seconds) => `${curve}, ${which}: highest ${peak}, at second ${seconds}.`,
    describedLow: (curve, which, low, seconds) => `${curve}, ${which}: lowest ${low}, at second ${seconds}.`,
    preventive: 'Choose a remedy to lay its curves over these.',
  },
  zh: {
    scenarios: {
      avalanche: {
        title: '缓存雪崩：同一时刻集体过期',
        about: '两千个键用同一个 TTL 预热，同一秒全部过期。数据库还缓得过来吗？',
        lead: '有人一口气预热了缓存，给每个键设了同样的 TTL。8 秒后它们同时消失，所有请求一起砸向数据库。',
        look: [
          '什么都不做，它就不会自己好：队列比客户端的耐心还长，数据库满负荷处理的全是没人等的查询，没人把结果写回缓存，缓存一直空着。看“白干的查询”有多少。',
          '随机抖动是预防：未命中总数不变，只是摊到了好几秒里。其余办法都是靠少干活来减轻伤害，属于有损。',
          '把队列调到 300：早点拒绝，排上队的才都有用，同样的雪崩两秒就过去了。',
          '队列 300 时打开“退避重试”，对比错误数：晚点再来的请求发现缓存已经填好了。队列 700 时它没用，因为麻烦根本不会过去。',
        ],
        scale:
          '2000 个键放在一个真实的引擎里；数据库是模拟的，16 个连接、每次查询约 20 毫秒，每秒最多 800 次；客户端最多等 600 毫秒。规模约为真实网站的十分之一，好让浏览器把每个请求都算出来。',
      },
      'cache-node': {
        title: '缓存节点宕机：取模还是哈希环',
        about: '四台缓存挂了一台。有多少键找不到家，决定了数据库扛不扛得住。',
        lead: '四台缓存分摊所有键。第 5 秒挂了一台，半秒后客户端都发现了，改按三台来算。如果用取模，四分之三的键就会去一台从没存过它们的机器上找。',
        look: [
          '看宕机之后的命中率：取模时跌到四分之一左右，因为四分之三的键换了位置；哈希环上只缺那台挂掉的节点上的键。',
          '同样的数据库、同样的流量，换成哈希环，崩溃就变成了一个小颠簸。',
          '不用哈希环，把几种有损办法逐个打开：哪个能救回来？用户这段时间拿到的是什么？',
          '把节点数调到 8：哈希环只丢八分之一，取模却要乱掉八分之七。',
        ],
        scale: '6000 个键放在真实的引擎里，按 MD5 定位；环上每个节点 100 个点；数据库和雪崩那一页相同。',
      },
      breakdown: {
        title: '缓存击穿：一个热点键过期',
        about: '每秒一千个请求都要同一个键，它却过期了。谁来重建？',
        lead: '全部流量都压在一个键上，而它的值要靠一次慢查询算出来。第一个结果写回缓存之前，所有请求都未命中，问的还是同一个问题。',
        look: [
          '键每过期一次，就有一百来个请求发出一模一样的查询。数据库只有 10 个连接，排在最后的要等两秒。',
          '用互斥锁，一次查询就够了。其他请求每 20 毫秒回来看一眼，所以都得等查询做完——看 p99。',
          '让键永不过期，就没人要等：一个请求在后台刷新，其他请求先用旧值。',
          '把重建时间调到 500 毫秒，三种情况再比一遍。',
        ],
        scale:
          '一个真实的引擎；数据库有 10 个连接，查询耗时由你来调。数据每秒变一次，所以不管用不用这些办法，TTL 到期前都可能读到旧版本。',
      },
      penetration: {
        title: '缓存穿透：查询根本不存在的东西',
        about: '随机 id 次次未命中。校验参数、缓存空值，还是先问布隆过滤器？',
        lead: '第 4 到 12 秒，有人不停地查询不存在的商品。缓存里不可能有不存在的东西，于是每个请求都直通数据库。',
        look: [
          '攻击里有三分之一的 id 一看就不合法，校验一下就能白白挡掉；其余的照样穿过去。',
          '缓存空值只在 id 会重复时管用。把 id 数调到 20000：几乎没有重复，效果没了，空值还占满了内存。',
          '位图几乎全挡住。把位数拖到 2000：它对大多数 id 都说“可能有”，压力又回来了。但它绝不会误拦真商品。',
          'BF.EXISTS 效果一样，四条命令变一条，你给的是误判率而不是位数。把容量调到 250：它不会变差，而是自己长，长到四层，内存翻倍还多。',
          '下架 300 个商品：两种过滤器对它们永远说“可能有”。位不能清，别的商品也许正用着它。过滤器忘不掉的，靠缓存空值兜住，要么就整个重建。',
          '三招一起用才是正经做法：漏过这一层的，下一层接着拦。',
        ],
        scale:
          '一个真实的引擎；1000 个商品已在缓存里，1000 个是新品；过滤器也在这个引擎里：2000 个商品、每个 4 个哈希的位图，或者模块的 BF.RESERVE 和 BF.ADD。每秒 600 个正常请求；数据库 10 个连接、每次约 12 毫秒。',
      },
      'flash-sale': {
        title: '秒杀：一百件库存，三千个买家',
        about: '先读、再比、后扣：裸奔、加锁、脚本，谁会超卖，谁把人拒之门外？',
        lead: '0.5 秒时开抢，所有人在一秒之内按下按钮。活动是一个哈希，两个字段 total 和 ordered；下单总数不能超过库存。',
        look: [
          '裸奔：每个买家先读哈希、比较、检查资格，再扣。最后一件被扣掉之前读到数的人都买到了——超卖。把“扣减前的检查”调大，会更糟。',
          '加锁不会超卖，但一次只放一个人进。大多数人在锁外面等到放弃，库存明明还有：看“有货却被挡”，还有干等花掉的命令数。',
          '把锁放到另一台 Redis，库存调到 20。那台会失忆重启，持锁的偶尔也会卡得比锁活得还久：几个人同时在里面，最后几件就卖重了。加上编号，照样有几个人同时在里面，但放库存的那台只认最新的，代价是多一个来回，一共五个。（卡得太久，同一台上的锁也会失效；只是这里它活 3 秒，也没人卡住。）',
          '脚本把比较和扣减合成一步：不多不少卖完，只要百分之几秒，每个买家一条命令。',
          '网关只放行库存的两倍，九成以上的人到不了 Redis。它是保护，不是修复：网关后面裸奔照样超卖。',
        ],
        scale:
          '一个真实的引擎，每条命令 0.05 毫秒，单程网络 1 毫秒，脚本就在它的 Lua 里跑。锁是带令牌的 SET NX PX，每 30 毫秒抢一次，抢 800 毫秒；单独放一台时，开抢后 400 毫秒它会失忆重启。订单随后写入模拟的数据库（20 个连接）。这个键不设 TTL：库存不能过期。',
      },
      limiters: {
        title: '八种限流器，同一波突发',
        about: '固定窗口、滑动窗口、令牌桶、漏桶（计量式与排队式），外加三个写坏了的。',
        lead: '每个限流器都只许每秒放行 10 个请求。1.9 秒来一波 20 个，2.1 秒又来一波；从第 5 秒起，有个客户端以两倍的频率不停地试。灰色是来了多少，蓝色是放行多少，每格 0.1 秒。',
        look: [
          '固定窗口让两波突发各拿一份额度，因为中间刚好跨了秒：200 毫秒里放行 20 个。看“任意一秒最多”那一列。',
          '滑动窗口在任何一秒里都不会超过 10 个。但要是先添加后计数，被拒绝的请求也占着窗口：越试越进不去。',
          '令牌桶和计量式漏桶是一回事的两面，一个装剩下的，一个装用掉的，都会放过突发；只有排队式漏桶能削平它：请求一个一个出来，间隔整整 100 毫秒。',
          '饿死的令牌桶：拒绝时记下了时间，却没记下这段时间攒的零头。每 50 毫秒来一次，永远攒不满一个：从第 5 秒起和正常的令牌桶对比。',
          '用客户端时钟的令牌桶：每隔一个请求就来自一台时钟慢了的机器，它把时间往回拨，下一个请求又把这段时间的令牌再领一遍，谁都拦不住。把“一台时钟慢了”调到 0，它就是普通的令牌桶。',
          '看下面的表：容量 10 的漏桶，每秒来 2 个、漏 1 个，前九秒风平浪静，第 10 秒才第一次丢弃。',
        ],
        scale:
          '八个 Lua 脚本跑在一个真实的引擎上，时间（除了那一个）取自服务器自己的时钟，中间没有网络延迟，放不放行只由限流器决定。下面的表用同样的脚本一秒一秒地跑：桶容量 10，漏出每秒 1 个，补充每秒 5 个。',
      },
      'hot-key': {
        title: '集群里的一个热点键',
        about: '四个节点，一件人人都要的商品：一个忙死，三个闲着。',
        lead: '从第 2 秒起，大部分读请求都要同一个键。键属于一个槽，槽属于一个节点，所以加机器没用：队只在这一台上排。',
        look: [
          '一个节点每秒最多答 2000 次，问它的却不止这么多，其余节点只有它的十分之一。p99 一路往上涨：欠下的永远还不清。',
          '加本地缓存后，问得多的应用把答案留 100 毫秒，过期了才再问。代价是读到旧值，最长旧一个本地 TTL。',
          '用八个名字存八份，落在不同的槽里，读就由各节点分担。但一次写要改八个键，中间有一瞬间各份不一致。',
          '把本地 TTL 调到 1000 毫秒：比 100 毫秒省不了多少，旧值却多得多。用 CLIENT TRACKING 的话，服务器会通知应用什么时候该忘掉。',
        ],
        scale:
          '四个真实的引擎，按 CRC16 把槽平分成四份，每条命令 0.5 毫秒，所以每秒 2000 条就满了，约为真实节点的几十分之一。热点键每秒变两次。',
      },
    },
    settings: {
      buyers: '买家',
      stock: '库存',
      spread: '多久之内到齐',
      checks: '扣减前的检查',
      lease: '锁的 TTL',
      stall: '每十个持锁的有一个卡住',
      limit: '限额',
      capacity: '桶容量',
      burst: '每波突发',
      skew: '一台时钟慢了',
      share: '热点键的占比',
      local: '本地缓存的 TTL',
      rate: '请求量',
      ttl: 'TTL',
      retries: '重试次数',
      jitter: '抖动上限',
      queue: '数据库的队列长度',
      nodes: '缓存节点数',
      rebuild: '重建要查多久',
      attack: '攻击流量',
      ids: '不同 id 的数量',
      bits: '位图的位数',
      filterCapacity: '过滤器的容量',
      filterError: '过滤器的误判率',
      withdrawn: '第 2 秒下架的商品',
    },
    remedies: {
      lock: { name: '加锁', about: 'SET NX PX，把读、检查、扣减锁在一起。' },
      'lock-elsewhere': { name: '锁放在另一台 Redis', about: '同样的锁，单独一台；那台中途会失忆重启。' },
      fence: { name: '再加编号（fencing）', about: '放库存的那台给持锁者编号，只给最新的扣。' },
      script: { name: '脚本', about: '比较和扣减一步完成。' },
      gateway: { name: '网关限流', about: '只放行库存的两倍，其余直接告知售罄。' },
      'local-cache': { name: '本地缓存', about: '应用自己留一份问得多的键。' },
      copies: { name: '八份副本', about: '八个名字，分散在不同的槽；读的人任选一个。' },
      jitter: { name: '随机抖动', about: '给每个 TTL 加一段随机时间。预防。' },
      ring: { name: '哈希环', about: '只有挂掉那台的键要搬。预防。' },
      breaker: { name: '熔断', about: '一半查询失败时，停发一秒。有损。' },
      limit: { name: '限流', about: '每秒放行 720 个查询，其余拒绝。有损。' },
      degrade: { name: '降级', about: '数据库忙时，只有核心请求（十分之三）能查库，其余给默认值。' },
      backoff: { name: '退避重试', about: '不马上重试，先等一段随机时间，每次加倍。' },
      mutex: { name: '互斥锁', about: 'SET NX PX：一个去重建，其他的过会儿再来看。' },
      'never-expire': { name: '永不过期', about: '过期时间写在值里；一个去刷新，其他的先读旧值。' },
      validate: { name: '校验参数', about: '不可能是 id 的直接拒绝。' },
      'cache-null': { name: '缓存空值', about: '把“没有”也存 5 秒。' },
      bloom: { name: '手写位图', about: '用位图做布隆过滤器：四次 SETBIT，四次 GETBIT。' },
      bf: { name: 'BF.EXISTS', about: '布隆过滤器模块，加载进缓存这台 Redis。' },
    },
    charts: {
      sold: '累计卖出',
      oversold: '累计超卖',
      fixed: '固定窗口',
      sliding: '滑动窗口',
      addingFirst: '先添加的滑动窗口',
      token: '令牌桶',
      starving: '饿死的令牌桶',
      clientClock: '用客户端时钟的令牌桶',
      meter: '漏桶（计量式）',
      leakyQueue: '漏桶（排队式）',
      levels: '桶里的水位',
      busiest: '最忙节点每秒的读请求',
      nodes: '各节点每秒的读请求',
      database: '每秒发往数据库的查询',
      hitRate: '缓存命中率',
      failed: '每秒出错与被拒',
      p99: '延迟（p99）',
      queue: '数据库前最长的队列',
      keys: '缓存里的键数',
    },
    curves: {
      offered: '到达',
      fixed: '放行',
      sliding: '放行',
      addingFirst: '放行',
      token: '放行',
      starving: '放行',
      clientClock: '放行',
      meter: '放行',
      leakyQueue: '流出',
      tokenLevel: '剩余令牌',
      meterLevel: '计量式的水量',
      queueLevel: '排队的请求',
      node0: '节点 0',
      node1: '节点 1',
      node2: '节点 2',
      node3: '节点 3',
    },
    figures: {
      stock: '库存',
      ordered: '哈希里的下单数',
      oversold: '超卖',
      salesPerSecond: '卖到最后一件的速度',
      overlaps: '里面有人时又放进来的',
      fenced: '被编号挡下',
      soldOutSeconds: '多久卖完',
      busy: '抢锁抢到放弃',
      refusedWithStock: '有货却被挡',
      turnedAway: '被网关拦下',
      commands: '命令数',
      answered: '来得及应答的',
      busiest: '单个节点最多的读请求',
      localHits: '本地缓存直接应答',
      requests: '请求总数',
      full: '完整应答',
      degraded: '默认值应答',
      shed: '当场拒绝',
      errors: '出错',
      databaseQueries: '发往数据库的查询',
      wasted: '白干的查询',
      p50: '延迟中位数',
      p99: '延迟 p99',
      badSeconds: '完整应答不足 90% 的时间',
      stale: '读到旧版本',
      rejected: '没到缓存就拒绝',
      falsePositives: '误判',
      falsePositiveRate: '误判占比',
      withdrawnQueries: '查询下架商品的次数',
      filterBytes: '过滤器占用的内存',
      filterLayers: '过滤器的层数',
      memory: '缓存占用的内存',
    },
    marks: {
      begins: '开抢',
      lockRestarts: '锁没了',
      withdrawn: '下架',
      burst: '突发',
      burstAgain: '再来一波',
      polls: '不停地试',
      hot: '变热',
      expired: '集体过期',
      died: '节点宕机',
      noticed: '发现',
      attack: '攻击开始',
      attackOver: '结束',
    },
    tables: {
      limiters: {
        title: '各自放行了多少',
        about: '全部请求里的；最忙的任意一秒里的；不停地试的那个客户端的。',
      },
      'leaky-2': { title: '漏桶，每秒 2 个', about: '来得比漏得快一倍。' },
      'leaky-5': { title: '漏桶，每秒 5 个', about: '第二波还装得下，第三波就不行了。' },
      'leaky-12': { title: '漏桶，每秒 12 个', about: '一波就比桶还大。' },
      'token-3': { title: '令牌桶，每秒 3 个', about: '剩 7 个、补 5 个，是 10 个而不是 12 个：桶满了。' },
      'token-8': { title: '令牌桶，每秒 8 个', about: '存货只够撑一秒。' },
      'token-15': { title: '令牌桶，每秒 15 个', about: '先用光整桶，之后只靠补充。' },
    },
    columns: {
      admitted: '放行',
      busiestSecond: '任意一秒最多',
      whilePolling: '不停地试时',
      second: '第几秒',
      offered: '到达',
      dropped: '丢弃',
      level: '之后的水位',
    },
    remediesTitle: '应对办法',
    settingsTitle: '设置',
    before: '不做处理',
    after: '用上办法',
    running: (percent) => `运行中：${percent}%`,
    stop: '停止',
    stopped: '已停止。',
    again: '重新运行',
    failed: (message) => `运行失败：${message}`,
    chartsTitle: '曲线',
    figuresTitle: '数字对比',
    figure: '项目',
    second: (seconds) => `${seconds} 秒`,
    seed: '种子',
    newSeed: '换个种子',
    sameRun: (events, hash) => `共 ${events} 个事件，哈希 ${hash}：设置相同，结果必然相同。`,
    copyLink: '本次运行的链接',
    described: (curve, which, peak, seconds) => `${curve}，${which}：最高 ${peak}，在第 ${seconds} 秒。`,
    describedLow: (curve, which, low, seconds) => `${curve}，${which}：最低 ${low}，在第 ${seconds} 秒。`,
    preventive: '选一个办法，它的曲线会叠在上面。',
  },
};

/** An amount with its unit, as a slider or a table shows it. */
export function amountText(value: number | null, unit: string, language: 'en' | 'zh'): string {
  if (value === null) return '–';
  const zh = language === 'zh';
  const rounded = (digits: number) =>
    value.toLocaleString(zh ? 'zh-CN' : 'en', { maximumFractionDigits: digits });
  switch (unit) {
    case 'per-second':
      return zh ? `${rounded(0)} 次/秒` : `${rounded(0)}/s`;
    case 'ms':
      return zh ? `${rounded(value < 10 ? 1 : 0)} 毫秒` : `${rounded(value < 10 ? 1 : 0)} ms`;
    case 'seconds':
      return zh ? `${rounded(2)} 秒` : `${rounded(2)} s`;
    case 'percent':
      return `${rounded(1)}%`;
    case 'bytes':
      return zh ? `${rounded(0)} 字节` : plural(Math.round(value), 'byte', 'bytes');
    default:
      return rounded(0);
  }
}
