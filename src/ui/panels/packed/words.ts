/** The words on the panel's controls. Sentences about steps and bytes are in narrate.ts and describe.ts. */
import type { PackedPart } from '../../../protocol/views-packed.ts';
import { grouped } from '../../i18n/amounts.ts';
import type { Pair } from '../../i18n/pair.ts';
import type { CommandHint } from '../TryCommand.tsx';

export interface PackedWords {
  readonly title: string;
  readonly key: string;
  readonly database: string;
  readonly latestKey: string;
  readonly stage: string;
  readonly fold: string;
  readonly foldHint: string;
  readonly earlier: string;
  readonly later: string;
  readonly page: (first: number, last: number, total: number) => string;
  readonly spare: (count: number) => string;
  readonly slot: (used: number, slot: number) => string;
  readonly slotSpare: (spare: number) => string;
  readonly address: string;
  readonly limit: (found: number, limit: number, of: 'elements' | 'longest') => string;
  readonly limitFigures: (found: number, limit: number, of: 'elements' | 'longest') => string;
  readonly nodes: string;
  readonly node: (index: number, count: number, bytes: number) => string;
  readonly nodeTitle: (index: number, format: string, count: number, bytes: number, stored: number) => string;
  readonly moreNodes: (count: number) => string;
  readonly entries: string;
  readonly columns: {
    readonly index: string;
    readonly value: string;
    readonly encoding: string;
    readonly bytes: string;
  };
  readonly moreEntries: (count: number) => string;
  readonly compressedEntries: (count: number) => string;
  readonly parts: Readonly<Record<PackedPart, string>>;
  readonly empty: CommandHint;
  readonly gone: (key: string) => string;
  readonly notPacked: (key: string, type: string) => string;
  readonly converted: {
    readonly now: (key: string, from: string, to: string) => string;
    readonly still: (key: string, encoding: string, packed: string) => string;
    readonly never: (packed: string) => string;
    readonly memory: string;
    readonly elements: string;
    readonly over: string;
    readonly within: string;
    readonly wrongKind: string;
    readonly ahead: string;
    readonly structure: Readonly<Record<string, string>>;
    readonly was: (bytes: number, format: string) => string;
  };
}

const { en, zh } = grouped;

export const packedWords: Pair<PackedWords> = {
  en: {
    title: 'Packed bytes',
    key: 'Key shown',
    database: 'Database',
    latestKey: 'latest key',
    stage: 'Bytes. Arrow keys move from byte to byte, Page Up and Page Down from entry to entry.',
    fold: 'Fold long data',
    foldHint: 'Leave out the middle of long strings',
    earlier: 'Earlier bytes',
    later: 'Later bytes',
    page: (first, last, total) => `bytes ${en(first)} to ${en(last)} of ${en(total)}`,
    spare: (count) => `+${en(count)}`,
    slot: (used, slot) => `${en(used)} of ${en(slot)} bytes`,
    slotSpare: (spare) => `${en(spare)} spare`,
    address: 'Address',
    limit: (found, limit, of) =>
      of === 'elements' ? `${en(found)} of ${en(limit)}` : `longest ${en(found)} of ${en(limit)} bytes`,
    limitFigures: (found, limit, of) => `${en(found)} of ${en(limit)}${of === 'longest' ? ' bytes' : ''}`,
    nodes: 'Nodes of the list',
    node: (index, count, bytes) =>
      `node ${en(index)} · ${en(count)} ${count === 1 ? 'element' : 'elements'} · ${en(bytes)} B`,
    nodeTitle: (index, format, count, bytes, stored) =>
      `Node ${en(index)}: ${format}, ${en(count)} ${count === 1 ? 'element' : 'elements'}, ${en(bytes)} bytes${stored === bytes ? '' : `, kept in ${en(stored)}`}`,
    moreNodes: (count) => `${en(count)} more`,
    entries: 'Entries',
    columns: { index: '#', value: 'Entry', encoding: 'Encoding', bytes: 'Bytes' },
    moreEntries: (count) => `${en(count)} more ${count === 1 ? 'entry' : 'entries'} outside the window`,
    compressedEntries: (count) =>
      `${en(count)} ${count === 1 ? 'entry' : 'entries'}, compressed with LZF: it must be decompressed before reading.`,
    parts: { field: 'field', value: 'value', member: 'member', score: 'score', element: 'element' },
    empty: {
      before: 'No command has used a collection yet. Type ',
      command: 'HSET user:1 name ann age 41',
      after: ' and see every byte of it.',
    },
    gone: (key) => `${key} does not exist. Its bytes were freed.`,
    notPacked: (key, type) =>
      `${key} is a ${type}: only hashes, sorted sets, lists and sets of integers are stored as packed bytes.`,
    converted: {
      now: (key, from, to) => `${key} is no longer a ${from}: it has become a ${to}.`,
      still: (key, encoding, packed) =>
        `${key} is a ${encoding}. A smaller one would be stored as a ${packed}.`,
      never: (packed) => `It stays that way even if it shrinks: only a new value starts as ${packed} again.`,
      memory: 'MEMORY USAGE',
      elements: 'elements',
      over: 'over the limit',
      within: 'within the limit',
      wrongKind: 'An intset cannot hold a member that is not an integer.',
      ahead: 'It is converted first: the next element would exceed a limit.',
      structure: {
        hashtable: 'A table of buckets with an entry for every element, each string in its own allocation.',
        skiplist:
          'A skiplist sorted by score and a dictionary from member to score, sharing the same members.',
      },
      was: (bytes, format) => `${en(bytes)} bytes of ${format}, freed`,
    },
  },
  zh: {
    title: '紧凑编码',
    key: '查看哪个键',
    database: '数据库',
    latestKey: '最近用到的键',
    stage: '字节。方向键逐字节移动，Page Up 和 Page Down 逐个 entry 移动。',
    fold: '折叠长数据',
    foldHint: '长字符串只显示头尾',
    earlier: '前面的字节',
    later: '后面的字节',
    page: (first, last, total) => `偏移 ${zh(first)}–${zh(last)}，共 ${zh(total)} 字节`,
    spare: (count) => `+${zh(count)}`,
    slot: (used, slot) => `已用 ${zh(used)} / ${zh(slot)} 字节`,
    slotSpare: (spare) => `空闲 ${zh(spare)}`,
    address: '地址',
    limit: (found, limit, of) =>
      of === 'elements' ? `${zh(found)} / ${zh(limit)} 个` : `最长 ${zh(found)} / ${zh(limit)} 字节`,
    limitFigures: (found, limit, of) => `${zh(found)} / ${zh(limit)} ${of === 'longest' ? '字节' : '个'}`,
    nodes: '列表的节点',
    node: (index, count, bytes) => `节点 ${zh(index)} · ${zh(count)} 个 · ${zh(bytes)} B`,
    nodeTitle: (index, format, count, bytes, stored) =>
      `节点 ${zh(index)}：${format}，${zh(count)} 个元素，${zh(bytes)} 字节${stored === bytes ? '' : `，压缩后 ${zh(stored)} 字节`}`,
    moreNodes: (count) => `还有 ${zh(count)} 个`,
    entries: 'entry 列表',
    columns: { index: '#', value: 'entry', encoding: '编码', bytes: '字节' },
    moreEntries: (count) => `窗口之外还有 ${zh(count)} 个 entry`,
    compressedEntries: (count) => `${zh(count)} 个 entry，已用 LZF 压缩，解压之前什么也读不出来。`,
    parts: { field: '字段', value: '值', member: '成员', score: '分值', element: '元素' },
    empty: {
      before: '还没有操作过集合类型的键。输入 ',
      command: 'HSET user:1 name ann age 41',
      after: '，逐个字节看个明白。',
    },
    gone: (key) => `${key} 不存在，它的字节已经归还。`,
    notPacked: (key, type) => `${key} 是 ${type} 类型。只有哈希、有序集合、列表和整数集合才会用紧凑编码。`,
    converted: {
      now: (key, from, to) => `${key} 不再是 ${from}，变成了 ${to}。`,
      still: (key, encoding, packed) => `${key} 现在是 ${encoding}。再小一些的话，会用 ${packed} 来存。`,
      never: (packed) => `就算以后变小，也不会变回去；只有新建的值才会重新从 ${packed} 开始。`,
      memory: 'MEMORY USAGE',
      elements: '元素',
      over: '超过上限',
      within: '暂未超过',
      wrongKind: 'intset 只能存整数，出现了别的成员就装不下了。',
      ahead: '先转换，再写入：接下来要加的内容会超过上限。',
      structure: {
        hashtable: '一张桶的表，每个元素一个节点，每个字符串单独分配内存。',
        skiplist: '一个按分值排序的跳表，外加一个从成员查分值的字典，两者共用同一份成员。',
      },
      was: (bytes, format) => `原来的 ${zh(bytes)} 字节 ${format} 已归还`,
    },
  },
};
