/** The words of the panel that shows a value in memory. */
import type { AllocationView } from '../../../protocol/views-object.ts';
import { formatAllBytes, grouped } from '../../i18n/amounts.ts';

const en = {
  title: 'Object and string',
  stage: 'A value in memory. Arrow keys walk from field to field and from byte to byte.',
  database: 'Database',
  key: 'Key',
  latestKey: 'latest key',
  empty: { before: 'Type ', command: 'SET greeting hello', after: ' to see how a value lies in memory.' },
  gone: { before: '', after: ' does not exist now.' },
  header: 'redisObject, 16 bytes',
  type: 'type',
  encoding: 'encoding',
  lru: 'lru',
  refcount: 'refcount',
  pointer: 'ptr',
  shared: 'shared',
  bits: (bits: number) => `${bits} bits`,
  sds: (type: number) => `sdshdr${type}`,
  sdsHeader: (bytes: number) => `${bytes} ${bytes === 1 ? 'byte' : 'bytes'} before the characters`,
  length: 'len',
  alloc: 'alloc',
  flags: 'flags',
  spare: 'spare room',
  terminator: 'NUL',
  more: (bytes: number) => `+ ${grouped.en(bytes)} more bytes`,
  otherStructure: (encoding: string) => `${encoding}: see the panel of that structure`,
  oneAllocation: 'one allocation',
  allocations: 'Memory, piece by piece',
  pieces: {
    entry: 'dictEntry',
    key: 'key (sds)',
    object: 'redisObject',
    'object-and-sds': 'redisObject + sds',
    sds: 'value (sds)',
  } satisfies Record<AllocationView['what'], string>,
  slot: (asked: number, slot: number) => `${grouped.en(asked)} of ${formatAllBytes(slot)}`,
  slotSays: (asked: number, slot: number) =>
    `${asked} bytes requested, a slot of ${slot} allocated, ${slot - asked} unused`,
  memory: (bytes: number) => `${formatAllBytes(bytes)} in all`,
  counted: (pieces: readonly number[], contents: number, encoding: string, bytes: number) =>
    `MEMORY USAGE counts the requested bytes of the dictEntry and the whole slot of everything else: ${pieces.map(grouped.en).join(' + ')}${contents === 0 ? '' : ` + ${grouped.en(contents)} for the ${encoding}`} = ${formatAllBytes(bytes)}`,
  countedOtherwise: (bytes: number) =>
    `MEMORY USAGE in 6.2 counts less than the slot for some pieces: ${formatAllBytes(bytes)}`,
  says: {
    type: (name: string, number: number) => `What the key holds: ${name} is type ${number}`,
    encoding: (name: string, number: number) => `How it is kept: ${name} is encoding ${number}`,
    lru: 'Time of the last use in seconds, or minutes and counter under an LFU policy',
    refcount: 'How many references hold this object; a shared one stops counting and is never freed',
    pointerInteger: 'The number itself is stored here; it needs no other memory',
    pointer: 'Where the value is stored',
    length: 'Characters in use: STRLEN needs no counting',
    alloc: 'Characters that fit before the string must be reallocated',
    flags: 'The low three bits say which header this is',
    byte: (index: number, hex: string) => `byte ${index} · 0x${hex}`,
    spare: (bytes: number) => `${bytes} bytes allocated but unused: the next APPEND is cheap`,
    terminator: 'A zero byte so that C functions can read the string; it does not count as length',
  },
  accessible: (key: string, type: string, encoding: string, bytes: number) =>
    `${key}: ${type}, encoding ${encoding}, ${bytes} bytes of memory`,
  accessibleString: 'characters',
  why: 'Why this encoding?',
  narrate: {
    room: (from: number, to: number) =>
      `The string needs more room: its capacity grows from ${from} to ${to} characters.`,
    shrink: (from: number, to: number) =>
      `Spare room is freed: the capacity shrinks from ${from} to ${to} characters.`,
    moved: 'It moved to another place in memory.',
    header: (from: number, to: number) => `The header becomes sdshdr${to} instead of sdshdr${from}.`,
    write: (count: number, offset: number) =>
      `${count} ${count === 1 ? 'byte' : 'bytes'} written from offset ${offset} on.`,
    encoding: (key: string, from: string, to: string) => `${key} is now ${to} instead of ${from}.`,
  },
};

export type ObjectWords = typeof en;

const zh: ObjectWords = {
  title: '对象与字符串',
  stage: '一个值在内存里的样子。用方向键在字段和字节之间移动。',
  database: '数据库',
  key: '键',
  latestKey: '最近的键',
  empty: { before: '输入 ', command: 'SET greeting hello', after: '，看它在内存里怎么存放。' },
  gone: { before: '', after: ' 现在不存在。' },
  header: 'redisObject，16 字节',
  type: 'type',
  encoding: 'encoding',
  lru: 'lru',
  refcount: 'refcount',
  pointer: 'ptr',
  shared: '共享',
  bits: (bits) => `${bits} 位`,
  sds: (type) => `sdshdr${type}`,
  sdsHeader: (bytes) => `字符前面有 ${bytes} 字节的头`,
  length: 'len',
  alloc: 'alloc',
  flags: 'flags',
  spare: '预留空间',
  terminator: 'NUL',
  more: (bytes) => `还有 ${grouped.zh(bytes)} 字节`,
  otherStructure: (encoding) => `${encoding}：请看那个结构自己的面板`,
  oneAllocation: '同一次分配',
  allocations: '逐块看内存',
  pieces: {
    entry: 'dictEntry',
    key: '键（sds）',
    object: 'redisObject',
    'object-and-sds': 'redisObject + sds',
    sds: '值（sds）',
  },
  slot: (asked, slot) => `${grouped.zh(asked)} / ${formatAllBytes(slot)}`,
  slotSays: (asked, slot) =>
    `申请了 ${asked} 字节，分配器给了 ${slot} 字节的格子，${slot - asked} 字节没用上`,
  memory: (bytes) => `共 ${formatAllBytes(bytes)}`,
  counted: (pieces, contents, encoding, bytes) =>
    `MEMORY USAGE 的算法：dictEntry 按申请的大小算，其余按整个格子算，${pieces.map(grouped.zh).join(' + ')}${contents === 0 ? '' : ` + ${grouped.zh(contents)}（${encoding}）`} = ${formatAllBytes(bytes)}`,
  countedOtherwise: (bytes) => `6.2 的 MEMORY USAGE 有几块不按整个格子算：${formatAllBytes(bytes)}`,
  says: {
    type: (name, number) => `键里存的是什么：${name} 的类型号是 ${number}`,
    encoding: (name, number) => `用什么方式存：${name} 的编码号是 ${number}`,
    lru: '最近一次访问的时间（秒）；LFU 策略下是分钟数和计数器',
    refcount: '有几处引用这个对象；共享对象不再计数，也永远不会释放',
    pointerInteger: '数字就存在这里，不再需要别的内存',
    pointer: '值所在的地址',
    length: '已用的字符数：STRLEN 不用去数',
    alloc: '不必再向分配器申请就能放下的字符数',
    flags: '低三位说明这是哪一种头',
    byte: (index, hex) => `第 ${index} 字节 · 0x${hex}`,
    spare: (bytes) => `已经拿到但还没用的 ${bytes} 字节：下一次 APPEND 很便宜`,
    terminator: '一个零字节，方便 C 函数读取；不计入长度',
  },
  accessible: (key, type, encoding, bytes) =>
    `${key}：类型 ${type}，编码 ${encoding}，占用内存 ${bytes} 字节`,
  accessibleString: '字符',
  why: '为什么是这种编码？',
  narrate: {
    room: (from, to) => `字符串需要更多空间：容量从 ${from} 个字符增加到 ${to} 个。`,
    shrink: (from, to) => `归还多余空间：容量从 ${from} 个字符变为 ${to} 个。`,
    moved: '它搬到了内存里的另一个位置。',
    header: (from, to) => `头部从 sdshdr${from} 换成了 sdshdr${to}。`,
    write: (count, offset) => `从偏移 ${offset} 起写入 ${count} 字节。`,
    encoding: (key, from, to) => `${key} 的编码从 ${from} 变成了 ${to}。`,
  },
};

export const objectWords = { en, zh };
