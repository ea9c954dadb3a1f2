/** The words of the HyperLogLog panel. */
import type { HyperLogLogRun } from '../../../protocol/steps-order.ts';

const number = (value: number) => value.toLocaleString('en-US');
/** A count that came as text, in groups. */
const digits = (count: string) => number(Number(count));

const en = {
  title: 'HyperLogLog',
  stage: 'A HyperLogLog: estimate, bytes and registers. Arrow keys walk over them.',
  database: 'Database',
  key: 'HyperLogLog',
  latestKey: 'latest HyperLogLog',
  empty: { before: 'Type ', command: 'PFADD visitors ann bob cat', after: ' to count visitors.' },
  gone: { before: 'There is no HyperLogLog at ', after: ' now.' },
  bytes: (bytes: number) => `${number(bytes)} B`,
  estimate: 'Estimate and truth',
  estimated: (estimate: string) => `estimate ${estimate}`,
  seen: (seen: number) => `actual ${number(seen)}`,
  seenUnknown: 'The true count is unknown: some of it did not come from PFADD or PFMERGE.',
  seenSays: 'Distinct elements of all PFADD and PFMERGE so far, counted from the command log',
  error: (percent: string) => `off by ${percent}`,
  band: 'one standard error: ±0.81%',
  bandSays: (low: number, high: number) =>
    `In about two of three cases the estimate of ${number(Math.round((low + high) / 2))} lies between ${number(Math.round(low))} and ${number(Math.round(high))}`,
  corrupt: 'The runs do not add up to 16,384 registers: the value is corrupt.',
  hash: 'The element and its hash',
  hashNote: (element: string) => `of "${element}"`,
  index: (register: number) => `register ${register}`,
  indexSays: 'The low 14 bits choose one of 16,384 registers',
  run: (rank: number) => `rank ${rank}`,
  runSays: (rank: number) =>
    `From the right: ${rank - 1} ${rank === 2 ? 'zero' : 'zeros'} and the first 1. A long run is rare, so it suggests many elements`,
  restSays: 'The other bits are unused',
  register: (register: number) => `register ${register}`,
  registerSays: (from: number, to: number) =>
    to > from ? `raised from ${from} to ${to}` : `stays at ${from}: it is already as high`,
  registers: '16,384 registers',
  registersNote: (set: number) => `${number(set)} set`,
  cellSays: (value: number) =>
    value === 0 ? 'no element has reached this register' : `highest rank seen here: ${value}`,
  legend: 'value',
  histogram: 'Registers by value',
  histogramSays: (value: number, amount: number) =>
    `${number(amount)} ${amount === 1 ? 'register holds' : 'registers hold'} ${value}`,
  header: 'Header, 16 bytes',
  magic: 'magic',
  magicSays: 'HYLL: PFADD recognises the string by this',
  encoding: 'encoding',
  encodingSays: (encoding: string) => `${encoding === 'dense' ? '0 is dense' : '1 is sparse'}`,
  unused: 'unused',
  cardinality: 'cached count',
  cached: (count: string) => `${digits(count)}, valid`,
  stale: 'out of date',
  cardinalitySays:
    'The result of the last PFCOUNT, low byte first; the top bit says that a register has changed since',
  sparse: 'Sparse: runs of registers',
  sparseNote: (bytes: number, most: number) => `${number(bytes)} of at most ${number(most)} B`,
  dense: 'Dense: 6 bits for each register',
  denseNote: '12,288 B, always',
  denseSays: 'Every register has its own bits, set or not',
  runText: (run: HyperLogLogRun) =>
    run.opcode === 'VAL' ? `VAL ${run.value}×${run.count}` : `${run.opcode} ${number(run.count)}`,
  runHas: (run: HyperLogLogRun, first: number) =>
    `registers ${first} to ${first + run.count - 1} ${run.opcode === 'VAL' ? `hold ${run.value}` : 'are 0'}`,
  window: {
    earlier: 'Earlier runs',
    later: 'Later runs',
    jump: 'First run shown',
    before: 'runs from',
    after: (last: number, all: number) => `to ${last} of ${all}`,
  },
  accessible: (key: string, encoding: string, bytes: number) => `${key}: ${encoding}, ${bytes} bytes`,
  accessibleEstimate: 'estimate',
  accessibleSeen: 'true count',
  accessibleCached: 'cached count',
  accessibleSet: 'registers set',
  accessibleHistogram: 'values',
  accessibleRuns: 'runs',
  unknown: 'unknown',
  narrate: {
    hash: (element: string, register: number, rank: number) =>
      `${element} is hashed: its low 14 bits choose register ${register}, the run of zeros above them gives rank ${rank}.`,
    raised: (register: number, from: number, to: number) =>
      `Register ${register} goes from ${from} to ${to}: the higher value wins.`,
    kept: (register: number, value: number) =>
      `Register ${register} already holds ${value}: nothing changes.`,
    split: (from: string, to: string) => `The run ${from} is replaced by ${to}.`,
    merge: (run: string) => `Neighbours with the same value become one run: ${run}.`,
    promote: {
      size: (sparse: number, dense: number) =>
        `One more run would exceed hll-sparse-max-bytes: it turns dense for good, from ${number(sparse)} to ${number(dense)} bytes with its header.`,
      value: (sparse: number, dense: number) =>
        `A run can only hold values up to 32: it turns dense for good, from ${number(sparse)} to ${number(dense)} bytes with its header.`,
      asked: (sparse: number, dense: number) =>
        `It turns dense for good, from ${number(sparse)} to ${number(dense)} bytes with its header.`,
    },
    cached: (count: string) =>
      `The cached count is valid: PFCOUNT returns ${digits(count)} without reading any register.`,
    counted: (count: string) =>
      `PFCOUNT reads all registers: the estimate is ${digits(count)}, and the header caches it.`,
  },
};

export type HllWords = typeof en;

const zh: HllWords = {
  title: 'HyperLogLog',
  stage: 'HyperLogLog 的估计值、字节和寄存器。用方向键在其中移动。',
  database: '数据库',
  key: 'HyperLogLog',
  latestKey: '最近的 HyperLogLog',
  empty: { before: '输入 ', command: 'PFADD visitors ann bob cat', after: '，数一数访客。' },
  gone: { before: '', after: ' 里现在没有 HyperLogLog。' },
  bytes: (bytes) => `${number(bytes)} B`,
  estimate: '估计值与真实值',
  estimated: (estimate) => `估计 ${estimate}`,
  seen: (seen) => `实际 ${number(seen)}`,
  seenUnknown: '真实个数不得而知：其中一部分不是由 PFADD 和 PFMERGE 加进来的。',
  seenSays: '到目前为止 PFADD 和 PFMERGE 带来的不同元素，从命令日志里数出来的',
  error: (percent) => `误差 ${percent}`,
  band: '一个标准误差：±0.81%',
  bandSays: (low, high) =>
    `实际是 ${number(Math.round((low + high) / 2))} 时，大约三分之二的情况下估计值落在 ${number(Math.round(low))} 到 ${number(Math.round(high))} 之间`,
  corrupt: '各段加起来不是 16,384 个寄存器：这个值已经损坏。',
  hash: '元素和它的哈希',
  hashNote: (element) => `"${element}"`,
  index: (register) => `寄存器 ${register}`,
  indexSays: '低 14 位决定是 16,384 个寄存器里的哪一个',
  run: (rank) => `等级 ${rank}`,
  runSays: (rank) => `从右往左：${rank - 1} 个 0，再加第一个 1。连续的 0 越长越罕见，说明见过的元素越多`,
  restSays: '其余的位不用',
  register: (register) => `寄存器 ${register}`,
  registerSays: (from, to) => (to > from ? `从 ${from} 提高到 ${to}` : `保持 ${from}：已经不低于它`),
  registers: '16,384 个寄存器',
  registersNote: (set) => `${number(set)} 个已设置`,
  cellSays: (value) => (value === 0 ? '还没有元素落在这里' : `这里见过的最高等级：${value}`),
  legend: '值',
  histogram: '各个值有多少个寄存器',
  histogramSays: (value, amount) => `值为 ${value} 的寄存器有 ${number(amount)} 个`,
  header: '头部，16 字节',
  magic: '标识',
  magicSays: 'HYLL：PFADD 靠它认出这个字符串',
  encoding: '编码',
  encodingSays: (encoding) => (encoding === 'dense' ? '0 表示稠密' : '1 表示稀疏'),
  unused: '未使用',
  cardinality: '缓存的计数',
  cached: (count) => `${digits(count)}，有效`,
  stale: '已过时',
  cardinalitySays: '上一次 PFCOUNT 的结果，低位字节在前；最高位为 1 表示之后有寄存器变过',
  sparse: '稀疏：一段一段的寄存器',
  sparseNote: (bytes, most) => `${number(bytes)} B，上限 ${number(most)} B`,
  dense: '稠密：每个寄存器 6 位',
  denseNote: '固定 12,288 B',
  denseSays: '每个寄存器都有自己的位置，不管有没有设置过',
  runText: (run) =>
    run.opcode === 'VAL' ? `VAL ${run.value}×${run.count}` : `${run.opcode} ${number(run.count)}`,
  runHas: (run, first) =>
    `寄存器 ${first} 到 ${first + run.count - 1}${run.opcode === 'VAL' ? `的值是 ${run.value}` : '都是 0'}`,
  window: {
    earlier: '前面的段',
    later: '后面的段',
    jump: '显示的第一段',
    before: '第',
    after: (last, all) => `到第 ${last} 段，共 ${all} 段`,
  },
  accessible: (key, encoding, bytes) => `${key}：${encoding === 'dense' ? '稠密' : '稀疏'}，${bytes} 字节`,
  accessibleEstimate: '估计值',
  accessibleSeen: '真实个数',
  accessibleCached: '缓存的计数',
  accessibleSet: '已设置的寄存器',
  accessibleHistogram: '各个值',
  accessibleRuns: '各段',
  unknown: '不得而知',
  narrate: {
    hash: (element, register, rank) =>
      `对 ${element} 求哈希：低 14 位选中寄存器 ${register}，往上连续的 0 给出等级 ${rank}。`,
    raised: (register, from, to) => `寄存器 ${register} 原来是 ${from}，改成 ${to}：只留较大的。`,
    kept: (register, value) => `寄存器 ${register} 已经是 ${value}，够大了，不用改。`,
    split: (from, to) => `把 ${from} 这一段换成 ${to}。`,
    merge: (run) => `相邻而且值相同的段合并成一段：${run}。`,
    promote: {
      size: (sparse, dense) =>
        `再加一段就超过 hll-sparse-max-bytes 了：连同头部，${number(sparse)} 字节的稀疏表示变成 ${number(dense)} 字节的稠密表示，不再变回去。`,
      value: (sparse, dense) =>
        `稀疏表示的值最大是 32：连同头部，${number(sparse)} 字节变成 ${number(dense)} 字节的稠密表示，不再变回去。`,
      asked: (sparse, dense) =>
        `连同头部，${number(sparse)} 字节的稀疏表示变成 ${number(dense)} 字节的稠密表示，不再变回去。`,
    },
    cached: (count) => `缓存的计数还有效：不看寄存器，直接回答 ${digits(count)}。`,
    counted: (count) => `统计所有寄存器：估计值是 ${digits(count)}，并记在头部里。`,
  },
};

export const hllWords = { en, zh };
