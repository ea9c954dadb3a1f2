/** The words of the panel that shows which keys are evicted when memory is full. */

import { grouped, plural } from '../../i18n/amounts.ts';
import type { Pair } from '../../i18n/pair.ts';
import type { CommandHint } from '../TryCommand.tsx';
import type { WindowWords } from '../WindowRow.tsx';

const { en: e, zh: z } = grouped;
const percent = (share: number) => `${(share * 100).toFixed(share > 0 && share < 0.01 ? 2 : 0)}%`;

/** The measure by which a policy chooses. */
export type Choice = 'idle' | 'counter' | 'ttl' | 'random' | 'none';

export interface EvictionWords {
  readonly title: string;
  readonly database: string;
  readonly stage: string;
  readonly empty: CommandHint;
  readonly window: WindowWords;
  readonly byBucket: string;
  readonly keyCount: (count: number) => string;

  readonly used: string;
  readonly usedOf: (used: string, most: string, share: number) => string;
  readonly noLimit: (used: string) => string;
  readonly noLimitSays: string;
  readonly below: (room: string) => string;
  readonly above: (excess: string) => string;
  /** The same for a policy that evicts no key. */
  readonly belowRefusal: (room: string) => string;
  readonly refused: (excess: string) => string;

  readonly policy: string;
  readonly policySays: Readonly<Record<Choice, string>>;
  readonly onlyVolatile: string;
  readonly samples: string;
  readonly samplesSays: string;
  readonly evicted: string;
  readonly hitRate: string;
  readonly clock: string;
  readonly clockSays: string;
  readonly minutes: string;
  readonly minutesSays: string;

  readonly sample: string;
  readonly sampleNote: (count: number) => string;
  readonly noSample: string;
  readonly notTaken: string;
  readonly taken: (place: number) => string;
  readonly pool: string;
  readonly poolNote: string;
  readonly poolFree: string;
  readonly ghost: string;
  readonly ghostSays: string;
  readonly next: string;
  readonly nextSays: string;
  readonly place: (place: number, size: number) => string;

  readonly gone: string;
  readonly goneNote: string;
  readonly noneGone: string;
  readonly goneSays: (policy: string, freed: string) => string;
  readonly ago: (ms: number) => string;

  readonly keysBy: Readonly<Record<Choice, string>>;
  readonly idle: (seconds: number) => string;
  readonly counter: (counter: number) => string;
  readonly expires: (ms: number) => string;
  readonly noExpiry: string;
  readonly idleSays: (lru: number) => string;
  readonly counterSays: (written: number, now: number, minutes: number, odds: string) => string;
  readonly memory: (bytes: string) => string;
  readonly pooled: string;

  readonly curve: string;
  readonly curveNote: (factor: number) => string;
  readonly curveSays: (counter: number, uses: number, odds: string) => string;
  readonly uses: string;
  readonly decay: (minutes: number) => string;

  readonly hits: string;
  readonly hitsNote: (perSpan: number) => string;
  readonly noHits: string;
  readonly hitsSays: (hits: number, lookups: number) => string;
  readonly share: (share: number) => string;
}

export const evictionWords: Pair<EvictionWords> = {
  en: {
    title: 'Eviction',
    database: 'Database',
    stage: 'Memory against its limit, the sample, the pool of candidates, and how keys were used',
    empty: {
      before: 'There is nothing to evict yet. Type ',
      command: 'CONFIG SET maxmemory 100kb',
      after: ', set maxmemory-policy to allkeys-lru in the same way, and fill it.',
    },
    window: {
      earlier: 'Earlier keys',
      later: 'Later keys',
      jump: 'First key shown',
      before: 'key',
      after: (last, all) => `to ${e(last)} of ${e(all)}`,
    },
    byBucket: 'more than 1,000: in bucket order',
    keyCount: (count) => plural(count, 'key', 'keys'),

    used: 'memory used',
    usedOf: (used, most, share) => `${used} of ${most} · ${percent(share)}`,
    noLimit: (used) => `${used} used, no limit`,
    noLimitSays: 'maxmemory is 0: nothing is ever evicted.',
    below: (room) => `${room} left before keys are evicted.`,
    above: (excess) => `${excess} over the limit: keys are evicted before the next command.`,
    belowRefusal: (room) => `${room} left before writes are refused.`,
    refused: (excess) => `${excess} over the limit: commands that need memory are refused.`,

    policy: 'maxmemory-policy',
    policySays: {
      idle: 'Evicts the key idle for longest, as far as the samples show.',
      counter: 'Evicts the key with the lowest access counter, as far as the samples show.',
      ttl: 'Evicts the key that expires soonest, as far as the samples show.',
      random: 'Evicts any key at random; nothing is compared.',
      none: 'Evicts nothing. Commands that need memory get an OOM error.',
    },
    onlyVolatile: 'Only keys with an expiry are candidates.',
    samples: 'keys per sample',
    samplesSays: 'maxmemory-samples: how many keys of each database compete for the pool at a time.',
    evicted: 'evicted so far',
    hitRate: 'hit rate',
    clock: 'LRU clock, seconds',
    clockSays: 'Each use stamps the key with the 24 bits of this clock; idle time is the difference.',
    minutes: 'LFU clock, minutes',
    minutesSays:
      'Each use stamps the key with these 16 bits; the minutes since decide how much the counter decays.',

    sample: 'Latest sample',
    sampleNote: (count) => `${plural(count, 'key', 'keys')} drawn at random`,
    noSample: 'nothing evicted yet',
    notTaken: 'rejected',
    taken: (place) => `slot ${place}`,
    pool: 'Pool',
    poolNote: 'sorted; the last is evicted first',
    poolFree: 'free slot',
    ghost: 'gone',
    ghostSays: 'The key is already gone, so its name is skipped.',
    next: 'next out',
    nextSays: 'The best candidate so far.',
    place: (place, size) => `slot ${place} of ${size}`,

    gone: 'Evicted',
    goneNote: 'latest first',
    noneGone: 'none',
    goneSays: (policy, freed) => `by ${policy}, ${freed} freed`,
    ago: (ms) => (ms < 1000 ? 'just now' : `${e(Math.round(ms / 1000))} s ago`),

    keysBy: {
      idle: 'Keys by idle time',
      counter: 'Keys by counter, lowest first',
      ttl: 'Keys by expiry',
      random: 'Keys',
      none: 'Keys by idle time',
    },
    idle: (seconds) => `idle ${e(seconds)} s`,
    counter: (counter) => `counter ${counter}`,
    expires: (ms) => (ms < 0 ? 'stale' : `TTL ${e(Math.ceil(ms / 1000))} s`),
    noExpiry: 'no expiry: not a candidate',
    idleSays: (lru) => `last used when the LRU clock read ${e(lru)}`,
    counterSays: (written, now, minutes, odds) =>
      `written ${written}${written === now ? '' : `, decayed to ${now}`} · last decay ${e(minutes)} min ago · the next use raises it with a chance of ${odds}`,
    memory: (bytes) => `MEMORY USAGE ${bytes}`,
    pooled: 'in the pool',

    curve: 'Counter against uses',
    curveNote: (factor) => `lfu-log-factor ${factor}`,
    curveSays: (counter, uses, odds) =>
      `A counter of ${counter} stands for about ${e(Math.round(uses))} uses; the next use raises it with a chance of ${odds}.`,
    uses: 'uses',
    decay: (minutes) =>
      minutes === 0
        ? 'lfu-decay-time 0: counters never decay'
        : `loses 1 for every ${minutes === 1 ? 'minute' : `${minutes} minutes`} without use`,

    hits: 'Hit rate',
    hitsNote: (perSpan) => (perSpan === 1 ? 'each bar is one lookup' : `each bar is ${e(perSpan)} lookups`),
    noHits: 'no lookup yet',
    hitsSays: (hits, lookups) => `${plural(hits, 'hit', 'hits')} of ${plural(lookups, 'lookup', 'lookups')}`,
    share: percent,
  },
  zh: {
    title: '淘汰',
    database: '数据库',
    stage: '内存与上限、抽样、候选池，以及各个键的使用情况',
    empty: {
      before: '还没有可淘汰的东西。输入 ',
      command: 'CONFIG SET maxmemory 100kb',
      after: '，用同样的办法把 maxmemory-policy 设为 allkeys-lru，再把它写满。',
    },
    window: {
      earlier: '前面的键',
      later: '后面的键',
      jump: '从第几个键开始显示',
      before: '第',
      after: (last, all) => `到 ${z(last)} 个，共 ${z(all)} 个`,
    },
    byBucket: '超过 1,000 个，按桶的次序',
    keyCount: (count) => `${z(count)} 个键`,

    used: '已用内存',
    usedOf: (used, most, share) => `${used} / ${most} · ${percent(share)}`,
    noLimit: (used) => `已用 ${used}，没有上限`,
    noLimitSays: 'maxmemory 为 0：永远不淘汰。',
    below: (room) => `再写 ${room} 就要开始淘汰。`,
    above: (excess) => `超出上限 ${excess}：下一条命令执行前先淘汰。`,
    belowRefusal: (room) => `再写 ${room} 就要拒绝写入。`,
    refused: (excess) => `超出上限 ${excess}：要用内存的命令一律拒绝。`,

    policy: 'maxmemory-policy',
    policySays: {
      idle: '最久没用的键先走（在抽样看到的范围里）。',
      counter: '访问计数最低的键先走（在抽样看到的范围里）。',
      ttl: '最快过期的键先走（在抽样看到的范围里）。',
      random: '随机选一个键，不作比较。',
      none: '不淘汰任何键；需要内存的命令一律返回 OOM 错误。',
    },
    onlyVolatile: '只有设了过期时间的键才是候选。',
    samples: '每次抽样',
    samplesSays: 'maxmemory-samples：每次从每个库抽这么多个键，去争候选池的位置。',
    evicted: '累计淘汰',
    hitRate: '命中率',
    clock: 'LRU 时钟（秒）',
    clockSays: '每次访问把这个时钟的 24 位记在键上；相减就是空闲时间。',
    minutes: 'LFU 时钟（分钟）',
    minutesSays: '每次访问把这 16 位记在键上；隔了几分钟，决定计数衰减多少。',

    sample: '最近一次抽样',
    sampleNote: (count) => `随机抽到 ${z(count)} 个键`,
    noSample: '还没有需要淘汰的时候',
    notTaken: '没进池',
    taken: (place) => `进到 ${place} 号位`,
    pool: '候选池',
    poolNote: '从小到大排好，最后一个先走',
    poolFree: '空位',
    ghost: '已不在',
    ghostSays: '键已经不在了，轮到它时会跳过。',
    next: '下一个走',
    nextSays: '目前所知最合适的候选。',
    place: (place, size) => `${place} 号位，共 ${size} 个`,

    gone: '淘汰了谁',
    goneNote: '最近的在前',
    noneGone: '还没有',
    goneSays: (policy, freed) => `按 ${policy} 淘汰，释放 ${freed}`,
    ago: (ms) => (ms < 1000 ? '刚刚' : `${z(Math.round(ms / 1000))} 秒前`),

    keysBy: {
      idle: '键，按空闲时间',
      counter: '键，按访问计数（低的在前）',
      ttl: '键，按过期时间',
      random: '键',
      none: '键，按空闲时间',
    },
    idle: (seconds) => `空闲 ${z(seconds)} 秒`,
    counter: (counter) => `计数 ${counter}`,
    expires: (ms) => (ms < 0 ? '已过期' : `还剩 ${z(Math.ceil(ms / 1000))} 秒`),
    noExpiry: '没有过期时间，不参与',
    idleSays: (lru) => `上次使用时 LRU 时钟是 ${z(lru)}`,
    counterSays: (written, now, minutes, odds) =>
      `记着 ${written}${written === now ? '' : `，衰减后是 ${now}`} · 距上次衰减 ${z(minutes)} 分钟 · 下一次访问加一的概率 ${odds}`,
    memory: (bytes) => `MEMORY USAGE ${bytes}`,
    pooled: '在候选池里',

    curve: '计数与访问次数',
    curveNote: (factor) => `lfu-log-factor ${factor}`,
    curveSays: (counter, uses, odds) =>
      `计数 ${counter} 大约代表 ${z(Math.round(uses))} 次访问；下一次访问加一的概率是 ${odds}。`,
    uses: '次访问',
    decay: (minutes) =>
      minutes === 0
        ? 'lfu-decay-time 为 0：计数不衰减'
        : minutes === 1
          ? '每分钟不用减 1'
          : `每 ${minutes} 分钟不用减 1`,

    hits: '命中率',
    hitsNote: (perSpan) => (perSpan === 1 ? '一条是一次查找' : `一条是 ${z(perSpan)} 次查找`),
    noHits: '还没有查找',
    hitsSays: (hits, lookups) => `${z(lookups)} 次查找，命中 ${z(hits)} 次`,
    share: percent,
  },
};

export function choiceOf(policy: string): Choice {
  if (policy.endsWith('-lru')) return 'idle';
  if (policy.endsWith('-lfu')) return 'counter';
  if (policy.endsWith('-ttl')) return 'ttl';
  return policy.endsWith('-random') ? 'random' : 'none';
}
