/** The words of the panel that shows how keys expire. */

import { formatTimeLeft, grouped, plural } from '../../i18n/amounts.ts';
import type { Pair } from '../../i18n/pair.ts';
import type { CommandHint } from '../TryCommand.tsx';
import type { WindowWords } from '../WindowRow.tsx';

const n = grouped.zh;
const cost = (us: number, locale: string) => us.toLocaleString(locale, { maximumFractionDigits: 1 });
const roundTime = (ms: number, units: readonly [string, string, string, string]) => {
  const sizes = [1000, 60_000, 3_600_000, 86_400_000];
  const unit = sizes.findLastIndex((size) => ms >= size);
  return `${ms / sizes[unit]} ${units[unit]}`;
};
const left = (ms: number, language: 'en' | 'zh') => formatTimeLeft(ms, language);

export interface ExpiryWords {
  readonly title: string;
  readonly database: string;
  readonly stage: string;
  readonly empty: CommandHint;
  readonly window: WindowWords;
  readonly volatile: (count: number) => string;
  readonly stale: (count: number) => string;
  readonly off: string;
  readonly byBucket: string;

  readonly expired: string;
  readonly expiredSays: (lazy: number, active: number) => string;
  readonly onAccess: string;
  readonly onAccessSays: string;
  readonly active: string;
  readonly activeSays: string;
  readonly staleShare: string;
  readonly staleShareSays: string;
  readonly timeCap: string;
  readonly timeCapSays: string;
  readonly averageTtl: string;
  readonly averageTtlSays: string;
  readonly effort: string;
  readonly effortSays: (keys: number, percent: number) => string;

  readonly table: (number: 0 | 1, size: number, used: number) => string;
  readonly tableWindow: (from: number, to: number) => string;
  readonly staleBuckets: (count: number) => string;
  readonly cursor: string;
  readonly bucket: (table: 0 | 1, bucket: number) => string;
  readonly bucketHolds: (keys: number, stale: number) => string;
  readonly bucketNext: string;
  readonly sampledNow: string;

  readonly keys: string;
  readonly scale: string;
  readonly left: (ms: number) => string;
  /** A round time on the scale. */
  readonly mark: (ms: number) => string;
  readonly overdue: (ms: number) => string;
  readonly overdueSays: (ms: number) => string;
  readonly keySays: (table: 0 | 1, bucket: number, at: string) => string;
  readonly goneLazy: string;
  readonly goneActive: string;
  readonly gone: string;
  readonly goneSays: string;

  readonly cycle: string;
  readonly cycleRule: (kind: 'slow' | 'fast', keys: number, percent: number) => string;
  readonly noCycle: string;
  readonly latest: (kind: 'slow' | 'fast', ago: string) => string;
  readonly visit: (db: number, rounds: number) => string;
  readonly round: (db: number, round: number) => string;
  readonly earlierRounds: (count: number) => string;
  readonly share: (expired: number, sampled: number, percent: number) => string;
  readonly again: string;
  readonly content: string;
  readonly cut: string;
  readonly roundSays: (expired: number, sampled: number, percent: number, acceptable: number) => string;
  readonly budget: (costUs: number, limitUs: number) => string;
  readonly budgetSays: (costUs: number, limitUs: number, isCutOff: boolean) => string;

  readonly history: string;
  readonly historySays: string;
  readonly kind: (kind: 'slow' | 'fast') => string;
  readonly ago: (ms: number) => string;
  readonly cycleSays: (cycle: {
    readonly sampled: number;
    readonly expired: number;
    readonly buckets: number;
    readonly isCutOff: boolean;
  }) => string;
  readonly now: string;
}

export const expiryWords: Pair<ExpiryWords> = {
  en: {
    title: 'Expiry',
    database: 'Database',
    stage: 'Keys that expire, the table that lists them, and the cycle that looks for stale ones',
    empty: {
      before: 'No key of this database expires. Type ',
      command: 'SET session:1 ann EX 20',
      after: ' and watch its time run out.',
    },
    window: {
      earlier: 'Earlier keys',
      later: 'Later keys',
      jump: 'First key shown',
      before: 'key',
      after: (last, all) => `to ${last.toLocaleString('en')} of ${all.toLocaleString('en')}`,
    },
    volatile: (count) => plural(count, 'key expires', 'keys expire'),
    stale: (count) => `${count.toLocaleString('en')} stale`,
    off: 'Active expiry is off: a stale key stays until a command accesses it.',
    byBucket: 'More than 1,000 keys: listed in bucket order, not by time.',

    expired: 'expired so far',
    expiredSays: (lazy, active) =>
      `${lazy.toLocaleString('en')} when a command accessed them, ${active.toLocaleString('en')} by a cycle`,
    onAccess: 'on access',
    onAccessSays: 'Lazy expiry: a command accessed the key after it expired, so the server deleted it first.',
    active: 'by a cycle',
    activeSays: 'Active expiry: a cycle sampled the key, although no command had accessed it.',
    staleShare: 'stale, est.',
    staleShareSays: 'The share of keys that have expired but still exist, as estimated by the latest cycles.',
    timeCap: 'out of time',
    timeCapSays: 'Cycles that hit their time limit before the stale share was low enough.',
    averageTtl: 'average TTL',
    averageTtlSays: 'A moving average of the time left for the keys that cycles sampled.',
    effort: 'effort',
    effortSays: (keys, percent) =>
      `A round samples ${keys} keys or a few more, because it finishes each bucket; if more than ${percent}% of them were stale, another round follows.`,

    table: (number, size, used) =>
      `expires ht[${number}] · ${plural(size, 'bucket', 'buckets')} · ${plural(used, 'key', 'keys')}`,
    tableWindow: (from, to) => `buckets ${from.toLocaleString('en')} to ${to.toLocaleString('en')}`,
    staleBuckets: (count) => `stale keys in ${plural(count, 'bucket', 'buckets')} (red)`,
    cursor: 'next',
    bucket: (table, bucket) => `bucket ${bucket} of expires ht[${table}]`,
    bucketHolds: (keys, stale) =>
      keys === 0 ? 'empty' : `${plural(keys, 'key', 'keys')}${stale > 0 ? `, ${stale} of them stale` : ''}`,
    bucketNext: 'the next cycle starts here',
    sampledNow: 'this round sampled here',

    keys: 'Time left',
    scale: 'logarithmic',
    left: (ms) => left(ms, 'en'),
    mark: (ms) => roundTime(ms, ['s', 'min', 'h', 'd']),
    overdue: (ms) => `stale for ${left(ms, 'en')}`,
    overdueSays: (ms) => `expired ${ms.toLocaleString('en')} ms ago, not deleted yet`,
    keySays: (table, bucket, at) => `bucket ${bucket} of expires ht[${table}] · expires at ${at}`,
    goneLazy: 'accessed: deleted',
    goneActive: 'sampled: deleted',
    gone: 'left the table',
    goneSays: 'It was in this table a moment ago.',

    cycle: 'Active cycle',
    cycleRule: (kind, keys, percent) => `${kind} · ${keys} keys per round · repeats above ${percent}%`,
    noCycle: 'No cycle has sampled a key yet.',
    latest: (kind, ago) => `latest: ${kind}, ${ago}`,
    visit: (db, rounds) => `db ${db} · ${plural(rounds, 'round', 'rounds')}`,
    round: (db, round) => `db ${db} · round ${round}`,
    earlierRounds: (count) => `${plural(count, 'earlier round', 'earlier rounds')}`,
    share: (expired, sampled, percent) => `${expired} of ${sampled} stale · ${percent}%`,
    again: 'again',
    content: 'enough',
    cut: 'out of time',
    roundSays: (expired, sampled, percent, acceptable) =>
      `${sampled} keys sampled, ${expired} deleted: ${percent}%, rounded down as the server does. Up to ${acceptable}% is acceptable.`,
    budget: (costUs, limitUs) => `${cost(costUs, 'en')} of ${limitUs.toLocaleString('en')} µs`,
    budgetSays: (costUs, limitUs, isCutOff) =>
      `The cycle took ${costUs.toFixed(1)} µs of at most ${limitUs.toLocaleString('en')}.${isCutOff ? ' It ran out of time, so a fast cycle follows soon.' : ''}`,

    history: 'Latest cycles',
    historySays: 'height: sampled · red: deleted · » fast · ✂ out of time',
    kind: (kind) => (kind === 'slow' ? 'slow' : 'fast'),
    ago: (ms) => (ms < 50 ? 'just now' : `${left(ms, 'en')} ago`),
    cycleSays: ({ sampled, expired, buckets, isCutOff }) =>
      `${plural(sampled, 'key', 'keys')} sampled in ${plural(buckets, 'bucket', 'buckets')}, ${expired} deleted${isCutOff ? ', stopped by its time limit' : ''}`,
    now: 'now',
  },
  zh: {
    title: '过期',
    database: '数据库',
    stage: '会过期的键、登记它们的 expires 表，以及寻找过期键的周期任务',
    empty: {
      before: '这个库里没有会过期的键。输入 ',
      command: 'SET session:1 ann EX 20',
      after: '，看它的时间一点点用完。',
    },
    window: {
      earlier: '前面的键',
      later: '后面的键',
      jump: '从第几个键开始显示',
      before: '第',
      after: (last, all) => `到 ${n(last)} 个，共 ${n(all)} 个`,
    },
    volatile: (count) => `${n(count)} 个键会过期`,
    stale: (count) => `${n(count)} 个已过期未删`,
    off: '定期删除已关闭：过期的键会一直占着内存，直到有人访问它。',
    byBucket: '超过 1,000 个键，按桶的次序列出，不按时间排序。',

    expired: '累计过期删除',
    expiredSays: (lazy, active) => `其中 ${n(lazy)} 个被访问时发现，${n(active)} 个由周期任务查到`,
    onAccess: '惰性删除',
    onAccessSays: '有命令访问一个已过期的键：先删掉它，再当作不存在来回答。',
    active: '定期删除',
    activeSays: '没有人访问，是周期任务抽查到的。',
    staleShare: '过期未删占比',
    staleShareSays: '已过期却还留在内存里的键所占比例，由最近几次周期的抽样估计。',
    timeCap: '超时截断',
    timeCapSays: '用完时间额度、没查够就停下的周期次数。',
    averageTtl: '平均 TTL',
    averageTtlSays: '周期任务查看过的键剩余时间的滑动平均。',
    effort: '力度',
    effortSays: (keys, percent) =>
      `每轮查看 ${keys} 个键，一个桶总要看完，所以可能略多；过期的超过 ${percent}% 就再来一轮。`,

    table: (number, size, used) => `expires ht[${number}] · ${n(size)} 个桶 · ${n(used)} 个键`,
    tableWindow: (from, to) => `显示 ${n(from)} 到 ${n(to)} 号桶`,
    staleBuckets: (count) => `${n(count)} 个桶里有过期的键（红）`,
    cursor: '下一个',
    bucket: (table, bucket) => `expires ht[${table}] ${bucket} 号桶`,
    bucketHolds: (keys, stale) =>
      keys === 0 ? '空桶' : `${keys} 个键${stale > 0 ? `，其中 ${stale} 个已过期` : ''}`,
    bucketNext: '下一次周期从这里开始',
    sampledNow: '这一轮查看了这里',

    keys: '剩余时间',
    scale: '对数刻度',
    left: (ms) => left(ms, 'zh'),
    mark: (ms) => roundTime(ms, ['秒', '分', '小时', '天']),
    overdue: (ms) => `已过期 ${left(ms, 'zh')}`,
    overdueSays: (ms) => `过期已有 ${n(ms)} 毫秒，还没有被发现`,
    keySays: (table, bucket, at) => `expires ht[${table}] ${bucket} 号桶 · ${at} 过期`,
    goneLazy: '被访问，删除',
    goneActive: '被抽中，删除',
    gone: '离开了这张表',
    goneSays: '它刚才还在这张表里。',

    cycle: '定期删除',
    cycleRule: (kind, keys, percent) =>
      `${kind === 'slow' ? '慢周期' : '快周期'} · 每轮 ${keys} 个键 · 超过 ${percent}% 继续`,
    noCycle: '还没有周期任务查看过键。',
    latest: (kind, ago) => `最近一次：${kind === 'slow' ? '慢周期' : '快周期'}，${ago}`,
    visit: (db, rounds) => `${db} 号库 · ${rounds} 轮`,
    round: (db, round) => `${db} 号库 · 第 ${round} 轮`,
    earlierRounds: (count) => `前面还有 ${count} 轮`,
    share: (expired, sampled, percent) => `${sampled} 个里 ${expired} 个过期 · ${percent}%`,
    again: '再来一轮',
    content: '够了',
    cut: '时间用完',
    roundSays: (expired, sampled, percent, acceptable) =>
      `查看 ${sampled} 个键，删除 ${expired} 个，占 ${percent}%（服务器按整数算，舍去小数）；不超过 ${acceptable}% 就放过。`,
    budget: (costUs, limitUs) => `用时 ${cost(costUs, 'zh-CN')} / ${n(limitUs)} 微秒`,
    budgetSays: (costUs, limitUs, isCutOff) =>
      `这次周期用了 ${costUs.toFixed(1)} 微秒，额度是 ${n(limitUs)} 微秒。${isCutOff ? '时间用完被截断，很快会有一次快周期接着查。' : ''}`,

    history: '最近的周期',
    historySays: '高度：查看 · 红色：删除 · » 快周期 · ✂ 超时',
    kind: (kind) => (kind === 'slow' ? '慢周期' : '快周期'),
    ago: (ms) => (ms < 50 ? '刚刚' : `${left(ms, 'zh')}前`),
    cycleSays: ({ sampled, expired, buckets, isCutOff }) =>
      `在 ${n(buckets)} 个桶里查看 ${n(sampled)} 个键，删除 ${n(expired)} 个${isCutOff ? '，因超时被截断' : ''}`,
    now: '现在',
  },
};
