/** The words of the memory panel. */
import type { MemoryPartName } from '../../../protocol/views.ts';

const number = (value: number) => value.toLocaleString('en-US');

const en = {
  title: 'Memory',
  stage: 'Where the memory goes. Arrow keys walk from area to area; Enter opens a key.',
  database: 'Database',
  show: 'View',
  shows: { map: 'Map', classes: 'Size classes', past: 'Over time', types: 'Big keys' },
  used: (text: string) => `used_memory ${text}`,
  keys: (amount: number) => `${number(amount)} ${amount === 1 ? 'key' : 'keys'}`,
  usedTitle: 'used_memory',
  pieces: {
    startup: 'before any key',
    tables: 'tables, entries, objects',
    dataset: 'data set',
  },
  pieceSays: {
    startup: 'used_memory_startup: memory the server used before the first key',
    tables:
      'overhead of the databases: buckets, dictEntry and redisObject of every key, and the expires tables',
    dataset: 'used_memory_dataset: everything else',
  },
  limit: (bytes: string, percent: string) => `${percent} of maxmemory ${bytes}`,
  peak: (bytes: string) => `peak ${bytes}`,
  mapTitle: 'Keys and their parts',
  mapNote: (shown: number, all: number) =>
    shown === all
      ? 'areas as MEMORY USAGE counts'
      : `the ${shown} largest of ${number(all)}, as MEMORY USAGE counts`,
  others: (amount: number) => `${number(amount)} other ${amount === 1 ? 'key' : 'keys'}`,
  notLookedAt: (looked: number, all: number) =>
    `${number(looked)} of ${number(all)} keys were measured; the rest are not in the map.`,
  noKeys: 'This database has no keys. Type SET greeting hello to see where its bytes go.',
  back: 'All keys',
  opened: (key: string) => `Parts of ${key}`,
  parts: {
    entry: 'dictEntry',
    key: 'key (sds)',
    object: 'redisObject',
    header: 'header',
    buckets: 'buckets',
    payload: 'data',
    elements: 'elements',
    slack: 'slack',
  } satisfies Record<MemoryPartName, string>,
  partSays: {
    entry: 'The dictionary entry: pointers to key, value and the next entry',
    key: 'The name, with header and terminator',
    object: 'Type, encoding, last use, reference count and pointer',
    header: 'What the value’s structure takes while empty',
    buckets: 'The tables of the value’s own dictionary',
    payload: 'The stored data',
    elements: 'Elements with their own entries, nodes and strings',
    slack: 'Allocated but not requested: the rest of each slot',
  } satisfies Record<MemoryPartName, string>,
  estimated: 'elements estimated from a sample of 5, as MEMORY USAGE does',
  legend: { meta: 'structure', data: 'data', slack: 'slack' },
  open: 'Enter or a click shows its parts',
  classTitle: 'Slots by size class',
  classNote: (ratio: string) => `allocated pages / bytes in use = ${ratio}`,
  classHead:
    'A slot is the smallest class that fits. Freed slots stay in their slab until an allocation of that size reuses them.',
  classText: (live: number, slots: number) => `${number(live)} of ${number(slots)}`,
  classSays: (live: number, freed: number, untouched: number, slabs: number) =>
    `${number(live)} in use, ${number(freed)} freed and waiting, ${number(untouched)} never used, in ${number(slabs)} ${slabs === 1 ? 'slab' : 'slabs'}`,
  slabSays: (live: number, slots: number) =>
    live === 0
      ? 'Empty: no slot in use. jemalloc could give its pages back.'
      : `${number(live)} of ${number(slots)} slots in use: the slab stays.`,
  slab: (nth: number) => `slab ${nth}`,
  empties: (amount: number) =>
    amount === 0 ? 'no slab is empty' : `${number(amount)} ${amount === 1 ? 'slab is' : 'slabs are'} empty`,
  emptyShort: (amount: number) => `${number(amount)} empty`,
  pastTitle: 'Size classes over time',
  pastNote: (from: number, to: number) => `from command ${number(from)} to ${number(to)}`,
  pastHead: 'Each column is a moment. The gap between the two is what the server holds and does not use.',
  pages: 'pages taken',
  allClasses: 'all',
  atCommand: (commands: number) => `after ${number(commands)} ${commands === 1 ? 'command' : 'commands'}`,
  pastSays: (used: string, pages: string) => `${used} in use, ${pages} in pages`,
  classPastSays: (slotBytes: number, live: number, slots: number) =>
    `${number(live)} of ${number(slots)} slots of ${number(slotBytes)} B in use`,
  live: 'in use',
  freed: 'freed',
  untouched: 'never used',
  lazyTitle: 'Waiting to be freed',
  lazyNote: (pending: number, freed: number) =>
    `${number(pending)} ${pending === 1 ? 'object' : 'objects'} pending, ${number(freed)} freed so far`,
  lazyJob: (effort: number) => `${number(effort)} pieces`,
  lazySays: 'Already removed from the keyspace; a separate thread frees the memory',
  typeTable: 'By type, as redis-cli --bigkeys and --memkeys report',
  keyTable: 'Largest keys',
  head: {
    type: 'type',
    keys: 'keys',
    size: 'total size',
    memory: 'memory',
    biggest: 'biggest',
    key: 'key',
    encoding: 'encoding',
    length: 'size',
    effort: 'pieces to free',
  },
  sizeOf: (type: string, size: number) => `${number(size)} ${sizeUnit(type, size)}`,
  lazyWorth: 'UNLINK is worth it',
  accessible: (used: string, keys: number) =>
    `${used} in use, ${number(keys)} ${keys === 1 ? 'key' : 'keys'}`,
  narrate: {
    queued: (subject: string, effort: number) =>
      `${subject} waits for the thread to free it: ${number(effort)} pieces, too many to free inline.`,
    finished: (subject: string, bytes: string) => `${subject} is freed: ${bytes}.`,
    encoding: (key: string, from: string, to: string, bytes: string) =>
      `${key} is now stored as ${to} instead of ${from} and takes ${bytes}.`,
    inserted: (key: string, bytes: string) => `${key} is added and takes ${bytes}.`,
    removed: (key: string) => `The entry of ${key} is removed: its slots are free again, their slab stays.`,
  },
};

function sizeUnit(type: string, size: number): string {
  const units: Record<string, string> = { string: 'bytes', list: 'items', hash: 'fields', stream: 'entries' };
  const unit = units[type] ?? 'members';
  return size === 1 ? unit.replace(/ies$/, 'y').replace(/s$/, '') : unit;
}

export type MemoryWords = typeof en;

const zh: MemoryWords = {
  title: '内存',
  stage: '内存用在哪里。用方向键在各块之间移动，回车打开一个键。',
  database: '数据库',
  show: '看什么',
  shows: { map: '分布', classes: '尺寸类', past: '变化', types: '大键' },
  used: (text) => `used_memory ${text}`,
  keys: (amount) => `${number(amount)} 个键`,
  usedTitle: 'used_memory',
  pieces: { startup: '还没有键时', tables: '表、条目、对象', dataset: '数据集' },
  pieceSays: {
    startup: 'used_memory_startup：还没有任何键时服务器占用的内存',
    tables: '数据库的开销：桶、每个键的 dictEntry 和 redisObject，以及过期表',
    dataset: 'used_memory_dataset：其余的全部',
  },
  limit: (bytes, percent) => `占 maxmemory ${bytes} 的 ${percent}`,
  peak: (bytes) => `峰值 ${bytes}`,
  mapTitle: '键和它们的组成部分',
  mapNote: (shown, all) =>
    shown === all
      ? '面积按 MEMORY USAGE 计算'
      : `${number(all)} 个键里最大的 ${shown} 个，按 MEMORY USAGE 计算`,
  others: (amount) => `其余 ${number(amount)} 个键`,
  notLookedAt: (looked, all) => `${number(all)} 个键里只看了 ${number(looked)} 个，其余的不在图中。`,
  noKeys: '这个数据库里没有键。输入 SET greeting hello，看看字节用在哪里。',
  back: '所有键',
  opened: (key) => `${key} 的组成部分`,
  parts: {
    entry: 'dictEntry',
    key: '键（sds）',
    object: 'redisObject',
    header: '结构头',
    buckets: '桶',
    payload: '数据',
    elements: '元素',
    slack: '零头',
  },
  partSays: {
    entry: '字典的条目：指向键、值和下一个条目的指针',
    key: '键名，连同头部和结尾的零字节',
    object: '类型、编码、使用情况、引用计数和指针',
    header: '值的结构还没存东西时就要占的部分',
    buckets: '值自己的字典的桶数组',
    payload: '存进去的内容',
    elements: '各个元素，连同它们自己的条目、节点和字符串',
    slack: '分配器多给的部分：每个格子用不完的零头',
  },
  estimated: '元素大小由 5 个样本估算，和 MEMORY USAGE 一样',
  legend: { meta: '结构', data: '数据', slack: '零头' },
  open: '回车或点击可以看它的组成部分',
  classTitle: '各尺寸类的格子',
  classNote: (ratio) => `占用的页 / 使用中的字节 = ${ratio}`,
  classHead: '每次分配用放得下的最小一类格子。释放的格子留在原来的 slab 里，等同样大小的分配来用。',
  classText: (live, slots) => `${number(live)} / ${number(slots)}`,
  classSays: (live, freed, untouched, slabs) =>
    `${number(slabs)} 个 slab：使用中 ${number(live)} 个，已释放待用 ${number(freed)} 个，从未用过 ${number(untouched)} 个`,
  slabSays: (live, slots) =>
    live === 0
      ? '空的：没有一个格子在用，jemalloc 可以把它的页还给系统。'
      : `${number(slots)} 个格子里有 ${number(live)} 个在用，整个 slab 都得留着。`,
  slab: (nth) => `slab ${nth}`,
  empties: (amount) => (amount === 0 ? '没有空的 slab' : `${number(amount)} 个 slab 是空的`),
  emptyShort: (amount) => `${number(amount)} 个空 slab`,
  pastTitle: '各尺寸类的变化',
  pastNote: (from, to) => `从第 ${number(from)} 条命令到第 ${number(to)} 条`,
  pastHead: '每一列是一个时刻。两种高度的差，就是占着却没用上的内存。',
  pages: '占用的页',
  allClasses: '全部',
  atCommand: (commands) => `第 ${number(commands)} 条命令之后`,
  pastSays: (used, pages) => `使用中 ${used}，占用的页 ${pages}`,
  classPastSays: (slotBytes, live, slots) =>
    `${number(slotBytes)} B 的格子 ${number(slots)} 个，使用中 ${number(live)} 个`,
  live: '使用中',
  freed: '已释放',
  untouched: '从未用过',
  lazyTitle: '等待释放',
  lazyNote: (pending, freed) => `还有 ${number(pending)} 个对象，已释放 ${number(freed)} 个`,
  lazyJob: (effort) => `${number(effort)} 块`,
  lazySays: '已经不在键空间里，由单独的线程归还内存',
  typeTable: '按类型，和 redis-cli --bigkeys、--memkeys 的统计一致',
  keyTable: '最大的键',
  head: {
    type: '类型',
    keys: '键数',
    size: '总大小',
    memory: '内存',
    biggest: '最大的',
    key: '键',
    encoding: '编码',
    length: '大小',
    effort: '要释放的块数',
  },
  sizeOf: (type, size) => {
    const units: Record<string, string> = { string: '字节', list: '项', hash: '个字段', stream: '条消息' };
    return `${number(size)} ${units[type] ?? '个成员'}`;
  },
  lazyWorth: '值得用 UNLINK',
  accessible: (used, keys) => `使用中 ${used}，${number(keys)} 个键`,
  narrate: {
    queued: (subject, effort) => `${subject} 排队等线程来释放：有 ${number(effort)} 块，一次做完太多了。`,
    finished: (subject, bytes) => `${subject} 已释放，归还 ${bytes}。`,
    encoding: (key, from, to, bytes) => `${key} 的编码从 ${from} 变成 ${to}，现在占 ${bytes}。`,
    inserted: (key, bytes) => `${key} 加进来，占 ${bytes}。`,
    removed: (key) => `${key} 的条目删掉了：格子空了出来，所在的 slab 还留着。`,
  },
};

export const memoryWords = { en, zh };
