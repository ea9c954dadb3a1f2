/** The words of the time series panel. */

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

const en = {
  title: 'Time series',
  stage: 'Samples, chunks and bits of a time series. Arrow keys walk from box to box; Enter opens a chunk.',
  database: 'Database',
  key: 'Series',
  latestKey: 'latest series',
  empty: { before: 'Type ', command: 'TS.ADD temp * 21.5', after: ' to create a series.' },
  gone: { before: '', after: ' is not a time series now.' },
  latestChunk: 'Newest chunk',
  latestChunkHint: 'Show the chunk where samples arrive, and its last samples',
  summary: (samples: number, chunks: number) => `${count(samples, 'sample')} · ${count(chunks, 'chunk')}`,
  figures: {
    perSample: 'bits per sample',
    retention: 'retention',
    chunk: 'chunk size',
    policy: 'duplicates',
    memory: 'memoryUsage',
  },
  figureSays: {
    perSample: (bits: number, plain: number) =>
      `${bits} bits for all samples of the chunk shown; uncompressed it would be ${plain} bits.`,
    retention: 'Chunks whose newest sample is older than this, counted from the newest of all, are dropped.',
    chunk: 'Bytes of samples a chunk may hold before the next one opens.',
    policy: 'What happens to a second sample with the same time.',
    memory: 'As TS.INFO reports it.',
  },
  forever: 'none',
  block: 'BLOCK',
  curve: 'Samples over time',
  curveNote: (shown: number, all: number, isWhole: boolean) =>
    shown === all
      ? count(all, 'sample')
      : `${shown} of ${all}, ${isWhole ? 'with all peaks' : 'from some of the chunks'}`,
  retentionEdge: 'retention ends here',
  retentionSays: (time: string) => ({
    head: `Retention reaches back to ${time}`,
    detail: 'A chunk is dropped once all of it is older than this.',
  }),
  bucket: (aggregator: string, value: string) => `${aggregator} ${value}`,
  bucketSays: (destination: string, start: string, end: string, samples: number) => ({
    head: `Open bucket of ${destination}: ${start} to ${end}`,
    detail: `${count(samples, 'sample')} so far; the rule writes it to ${destination} when a sample falls after its end.`,
  }),
  sampleSays: (time: string, value: string) => `${time}: ${value}`,
  chunks: 'Chunks',
  chunksNote: (from: number, to: number, all: number) => `${from} to ${to} of ${all}`,
  chunkText: (samples: number, percent: number) => `${count(samples, 'sample')} · ${percent}%`,
  chunkSays: (first: string, last: string, bits: number, bytes: number) => ({
    head: `${first} … ${last}`,
    detail: `${bits} bits in use of ${bytes * 8}`,
  }),
  bits: (place: number, isCompressed: boolean) =>
    isCompressed ? `Chunk ${place}, bit by bit` : `Chunk ${place}, not compressed`,
  bitsNote: (used: number, plain: number) => `${used} bits; ${plain} bits uncompressed`,
  legend: { code: 'code and lengths', time: 'time', value: 'value' },
  whole: 'whole',
  hexBits: (bits: number, hex: string) => `${bits} bits ${hex}`,
  bitSays: {
    wholeTime: 'The first sample of a chunk: the time with all 64 bits.',
    wholeValue: 'The value with all 64 bits, a double.',
    stepSame: 'Delta of deltas 0: the same interval as before.',
    stepCode: (code: string) => `Code ${code}: the number of bits in the delta of deltas.`,
    step: (difference: number) =>
      `Delta of deltas: the interval is ${difference} ms ${difference < 0 ? 'shorter' : 'longer'} than the previous one.`,
    valueSame: 'XOR is 0: the same value as before.',
    valueOld: 'Code 10: the differing bits lie in the window of the previous sample.',
    valueNew: 'Code 11: a new window follows.',
    leading: (zeros: number) => `${zeros} leading zeros in the XOR.`,
    length: (bits: number) => `The window has ${count(bits, 'bit')}.`,
    window: 'The bits that differ from the previous value: XOR, without the surrounding zeros.',
  },
  earlierSamples: (samples: number) => `▲ ${count(samples, 'sample')} before`,
  laterSamples: (samples: number) => `▼ ${count(samples, 'sample')} after`,
  rules: 'Compaction rules',
  noRules: 'none; TS.CREATERULE adds one',
  ruleText: (destination: string, aggregator: string, bucket: string) =>
    `${aggregator} of ${bucket} → ${destination}`,
  ruleOpen: (samples: number, value: string) => `open: ${count(samples, 'sample')}, ${value}`,
  ruleIdle: 'no bucket open',
  source: (key: string) => `A rule of ${key} writes this series.`,
  labels: 'Label index',
  noLabels: 'no labels; TS.CREATE … LABELS sets them',
  labelSays: (label: string, keys: number) => ({
    head: label,
    detail: `${count(keys, 'series', 'series')} with this label: TS.MRANGE FILTER finds them here.`,
  }),
  moreKeys: (keys: number) => `+ ${keys}`,
  accessible: (key: string, samples: number, chunks: number) =>
    `Time series ${key}: ${count(samples, 'sample')} in ${count(chunks, 'chunk')}`,
  accessibleSample: (value: string, from: number, until: number) => `${value}, bits ${from} to ${until - 1}`,
  accessibleChunk: (samples: number, bits: number) => `${count(samples, 'sample')}, ${bits} bits`,
  narrate: {
    appended: (time: string, value: string, bits: number) =>
      `The sample ${value} at ${time} goes to the end of its chunk: ${bits} bits.`,
    inserted: (time: string, value: string) =>
      `${time} lies in the past: the chunk is rewritten with ${value} in between.`,
    changed: (time: string, value: string) => `A sample at ${time} already exists; it becomes ${value}.`,
    opened: (chunks: number) => `The chunk has no room for another sample: chunk number ${chunks} opens.`,
    split: (chunks: number) => `The chunk has grown too long and splits in two: now ${chunks} chunks.`,
    trim: (samples: number) => `A whole chunk is dropped, with ${count(samples, 'sample')}.`,
    compaction: (aggregator: string, start: string, value: string) =>
      `The bucket from ${start} closes: ${aggregator} ${value} goes to the other series.`,
  },
};

export type SeriesWords = typeof en;

const zh: SeriesWords = {
  title: '时间序列',
  stage: '时间序列的样本、数据块和比特。方向键逐格移动，回车打开一个数据块。',
  database: '数据库',
  key: '序列',
  latestKey: '最近的序列',
  empty: { before: '输入 ', command: 'TS.ADD temp * 21.5', after: '，新建一个序列。' },
  gone: { before: '', after: ' 现在不是时间序列。' },
  latestChunk: '最新数据块',
  latestChunkHint: '显示正在写入的数据块和它最后的样本',
  summary: (samples, chunks) => `${samples} 个样本 · ${chunks} 个数据块`,
  figures: {
    perSample: '比特 / 样本',
    retention: '保留期',
    chunk: '数据块大小',
    policy: '重复时间戳',
    memory: 'memoryUsage',
  },
  figureSays: {
    perSample: (bits, plain) => `所示数据块的全部样本共 ${bits} 比特；不压缩要 ${plain} 比特。`,
    retention: '从最新样本往回算，一个数据块里最新的样本超出保留期，整块就被删掉。',
    chunk: '一个数据块最多能放多少字节的样本，满了就另开一块。',
    policy: '同一时间戳再来一个样本时怎么办。',
    memory: 'TS.INFO 给出的内存。',
  },
  forever: '不限',
  block: 'BLOCK',
  curve: '样本随时间变化',
  curveNote: (shown, all, isWhole) =>
    shown === all ? `${all} 个样本` : `画出 ${shown} / ${all} 个，${isWhole ? '峰值都在' : '取自部分数据块'}`,
  retentionEdge: '保留期到此为止',
  retentionSays: (time) => ({ head: `保留期回溯到 ${time}`, detail: '整块都早于它时，数据块被删除。' }),
  bucket: (aggregator, value) => `${aggregator} ${value}`,
  bucketSays: (destination, start, end, samples) => ({
    head: `${destination} 的未关闭时间桶：${start} 至 ${end}`,
    detail: `目前 ${samples} 个样本；有样本落到桶外时才写入 ${destination}。`,
  }),
  sampleSays: (time, value) => `${time}：${value}`,
  chunks: '数据块',
  chunksNote: (from, to, all) => `第 ${from}–${to} 个，共 ${all} 个`,
  chunkText: (samples, percent) => `${samples} 个样本 · ${percent}%`,
  chunkSays: (first, last, bits, bytes) => ({
    head: `${first} … ${last}`,
    detail: `共 ${bytes * 8} 比特，已用 ${bits} 比特`,
  }),
  bits: (place, isCompressed) => (isCompressed ? `第 ${place} 块，逐比特看` : `第 ${place} 块，未压缩`),
  bitsNote: (used, plain) => `${used} 比特；不压缩要 ${plain} 比特`,
  legend: { code: '编码与长度', time: '时间', value: '值' },
  whole: '完整',
  hexBits: (bits, hex) => `${bits} 比特 ${hex}`,
  bitSays: {
    wholeTime: '数据块的第一个样本：时间写满 64 比特。',
    wholeValue: '值写满 64 比特，是一个双精度数。',
    stepSame: 'delta-of-delta 为 0：间隔与上一次相同。',
    stepCode: (code) => `编码 ${code}：说明 delta-of-delta 占几个比特。`,
    step: (difference) =>
      `delta-of-delta：这次间隔比上次${difference < 0 ? '短' : '长'} ${Math.abs(difference)} 毫秒。`,
    valueSame: 'XOR 为 0：与上一个值相同。',
    valueOld: '编码 10：不同的比特落在上一个样本的窗口里。',
    valueNew: '编码 11：后面是一个新窗口。',
    leading: (zeros) => `XOR 前面有 ${zeros} 个 0。`,
    length: (bits) => `窗口长 ${bits} 比特。`,
    window: '与上一个值不同的比特：XOR 去掉两头的 0。',
  },
  earlierSamples: (samples) => `▲ 前面还有 ${samples} 个样本`,
  laterSamples: (samples) => `▼ 后面还有 ${samples} 个样本`,
  rules: '聚合规则',
  noRules: '还没有；用 TS.CREATERULE 创建',
  ruleText: (destination, aggregator, bucket) => `每 ${bucket} 的 ${aggregator} → ${destination}`,
  ruleOpen: (samples, value) => `未关闭：${samples} 个样本，${value}`,
  ruleIdle: '没有未关闭的时间桶',
  source: (key) => `这个序列由 ${key} 的规则写入。`,
  labels: '标签索引',
  noLabels: '没有标签；用 TS.CREATE … LABELS 添加',
  labelSays: (label, keys) => ({
    head: label,
    detail: `${keys} 个序列有这个标签，TS.MRANGE FILTER 就从这里找。`,
  }),
  moreKeys: (keys) => `还有 ${keys} 个`,
  accessible: (key, samples, chunks) => `时间序列 ${key}：${samples} 个样本，${chunks} 个数据块`,
  accessibleSample: (value, from, until) => `${value}，第 ${from} 至 ${until - 1} 比特`,
  accessibleChunk: (samples, bits) => `${samples} 个样本，${bits} 比特`,
  narrate: {
    appended: (time, value, bits) => `${time} 的样本 ${value} 追加到数据块末尾，占 ${bits} 比特。`,
    inserted: (time, value) => `${time} 是过去的时间：把 ${value} 插进去，整个数据块重写。`,
    changed: (time, value) => `${time} 已经有样本，改为 ${value}。`,
    opened: (chunks) => `数据块放不下新样本了：打开第 ${chunks} 个数据块。`,
    split: (chunks) => `数据块太长，一分为二：现在有 ${chunks} 个数据块。`,
    trim: (samples) => `整块删除一个数据块，连同 ${samples} 个样本。`,
    compaction: (aggregator, start, value) =>
      `从 ${start} 开始的时间桶关闭：${aggregator} 的结果 ${value} 写入另一个序列。`,
  },
};

export const seriesWords = { en, zh };
