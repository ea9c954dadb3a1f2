/** The words of the panel that shows a set of integers. */

import { grouped, plural } from '../../i18n/amounts.ts';
import type { Pair } from '../../i18n/pair.ts';
import type { WindowedWords } from '../WindowedPanel.tsx';

export interface IntsetWords extends WindowedWords {
  readonly header: string;
  readonly headerNote: (used: number, slot: number) => string;
  readonly encoding: string;
  readonly encodingText: (widthBytes: number) => string;
  readonly encodingSays: (widthBytes: number) => string;
  readonly length: string;
  readonly lengthSays: (length: number) => string;
  readonly numbers: string;
  readonly numbersNote: (widthBytes: number) => string;
  readonly numberSays: (index: number, offset: number, widthBytes: number, hex: string) => string;
  readonly narrow: string;
  readonly free: string;
  readonly freeSays: string;
  readonly low: string;
  readonly high: string;
  readonly more: (before: number, after: number) => string;
  readonly limit: string;
  readonly limitSays: (elements: number, limit: number) => string;
  readonly limitText: (elements: number, limit: number) => string;
  readonly table: string;
  readonly tableWhy: (elements: number, limit: number, hasText: boolean) => string;
  readonly tableNext: string;
  readonly tableNever: string;
  readonly was: (numbers: number, bytes: number) => string;
  readonly tableOrder: string;
  readonly memberSays: (isInteger: boolean) => string;
  readonly moreMembers: (count: number) => string;
  readonly members: (count: number) => string;
  readonly bytes: (bytes: number) => string;
  readonly memory: string;
  readonly accessible: (key: string, encoding: string, elements: number) => string;
}

const { en, zh } = grouped;

/** What fits into so many bytes. */
const ranges: Readonly<Record<number, string>> = {
  2: '-32768 … 32767',
  4: '-2147483648 … 2147483647',
  8: '-2^63 … 2^63 - 1',
};

export const intsetWords: Pair<IntsetWords> = {
  en: {
    title: 'Integer set',
    stage: 'The numbers of a set, in order. Arrow keys walk from number to number.',
    database: 'Database',
    key: 'Key shown',
    latestKey: 'latest key',
    follow: 'Follow',
    followHint: 'Show the numbers that the steps work on',
    empty: {
      before: 'No set yet. Type ',
      command: 'SADD numbers 5 1 3',
      after: ' and see how Redis stores integers.',
    },
    gone: (key) => `${key} does not exist.`,
    otherType: (key, type) => `${key} is a ${type}, not a set.`,
    window: {
      earlier: 'Smaller numbers',
      later: 'Greater numbers',
      jump: 'First number shown, by its place',
      before: 'numbers',
      after: (last, all) => `to ${en(last)} of ${en(all)}`,
    },
    header: 'Header, 8 bytes',
    headerNote: (used, slot) => `${plural(used, 'byte', 'bytes')} used of a slot of ${en(slot)}`,
    encoding: 'encoding',
    encodingText: (width) => `int${width * 8}`,
    encodingSays: (width) => `Every number takes ${width} bytes: ${ranges[width]}`,
    length: 'length',
    lengthSays: (length) => `${plural(length, 'number', 'numbers')}: SCARD reads only this`,
    numbers: 'Numbers, in order',
    numbersNote: (width) => `${width} bytes each, the lowest byte first`,
    numberSays: (index, offset, width, hex) =>
      `index ${en(index)} · byte ${en(offset)} · ${width} bytes: ${hex}`,
    narrow: 'still narrow',
    free: 'free',
    freeSays: 'Room for the wider numbers: allocated, not written yet',
    low: 'low',
    high: 'high',
    more: (before, after) => `${en(before)} before, ${en(after)} after these`,
    limit: 'set-max-intset-entries',
    limitSays: (elements, limit) =>
      elements > limit
        ? `${en(elements)} members, ${en(limit)} allowed: it has become a hashtable`
        : `With more than ${en(limit)} members it becomes a hashtable`,
    limitText: (elements, limit) => `${en(elements)} of ${en(limit)}`,
    table: 'A hashtable now',
    tableWhy: (elements, limit, hasText) =>
      elements > limit
        ? `${en(elements)} members are more than set-max-intset-entries allows (${en(limit)}).`
        : hasText
          ? 'An intset cannot hold a member that is not an integer.'
          : 'It was converted earlier, when it was larger or had a member that is not an integer.',
    tableNext: 'The next member is not an integer, and an intset cannot hold it.',
    tableNever: 'It stays a hashtable even if all members fit again: only a new set starts as an intset.',
    was: (numbers, bytes) =>
      `Before: an intset of ${plural(numbers, 'number', 'numbers')}, ${plural(bytes, 'byte', 'bytes')}, freed`,
    tableOrder: 'Members, in the order of the table',
    memberSays: (isInteger) => (isInteger ? 'an integer, now stored as text' : 'no integer'),
    moreMembers: (count) => `+${en(count)} more`,
    members: (count) => plural(count, 'member', 'members'),
    bytes: (bytes) => `${en(bytes)} B`,
    memory: 'MEMORY USAGE',
    accessible: (key, encoding, elements) => `${key}: ${encoding}, ${plural(elements, 'member', 'members')}`,
  },
  zh: {
    title: '整数集合',
    stage: '集合里的整数，从小到大。方向键逐个移动。',
    database: '数据库',
    key: '查看哪个键',
    latestKey: '最近用到的键',
    follow: '跟随',
    followHint: '显示步骤正在操作的整数',
    empty: {
      before: '还没有集合。输入 ',
      command: 'SADD numbers 5 1 3',
      after: '，看看整数是怎么存的。',
    },
    gone: (key) => `${key} 不存在。`,
    otherType: (key, type) => `${key} 是 ${type} 类型，不是集合。`,
    window: {
      earlier: '更小的整数',
      later: '更大的整数',
      jump: '从第几个整数开始显示',
      before: '第',
      after: (last, all) => `到 ${zh(last)} 个整数，共 ${zh(all)} 个`,
    },
    header: '头部，8 字节',
    headerNote: (used, slot) => `分到 ${zh(slot)} 字节，用了 ${zh(used)} 字节`,
    encoding: 'encoding',
    encodingText: (width) => `int${width * 8}`,
    encodingSays: (width) => `每个整数占 ${width} 字节，范围 ${ranges[width]}`,
    length: 'length',
    lengthSays: (length) => `共 ${zh(length)} 个整数，SCARD 直接返回它`,
    numbers: '整数，从小到大',
    numbersNote: (width) => `每个 ${width} 字节，低位在前`,
    numberSays: (index, offset, width, hex) =>
      `下标 ${zh(index)} · 偏移 ${zh(offset)} · ${width} 字节：${hex}`,
    narrow: '还没有变宽',
    free: '空',
    freeSays: '给变宽的整数腾出的地方：已经分配，还没有写',
    low: 'low',
    high: 'high',
    more: (before, after) => `前面还有 ${zh(before)} 个，后面还有 ${zh(after)} 个`,
    limit: 'set-max-intset-entries',
    limitSays: (elements, limit) =>
      elements > limit
        ? `${zh(elements)} 个成员，上限 ${zh(limit)}：已经变成哈希表`
        : `超过 ${zh(limit)} 个成员就会变成哈希表`,
    limitText: (elements, limit) => `${zh(elements)} / ${zh(limit)}`,
    table: '现在是哈希表',
    tableWhy: (elements, limit, hasText) =>
      elements > limit
        ? `${zh(elements)} 个成员，超过了 set-max-intset-entries（${zh(limit)}）。`
        : hasText
          ? '有一个成员不是整数，intset 存不了。'
          : '它是在成员更多、或者有别的成员时转换的。',
    tableNext: '马上要加入的成员不是整数，intset 存不了。',
    tableNever: '以后就算又都装得下，也不会变回去；只有新建的集合才从 intset 开始。',
    was: (numbers, bytes) => `原来的 intset：${zh(numbers)} 个整数，${zh(bytes)} 字节，已归还`,
    tableOrder: '成员，按哈希表里的顺序',
    memberSays: (isInteger) => (isInteger ? '整数，现在按文本存放' : '不是整数'),
    moreMembers: (count) => `还有 ${zh(count)} 个`,
    members: (count) => `${zh(count)} 个成员`,
    bytes: (bytes) => `${zh(bytes)} B`,
    memory: 'MEMORY USAGE',
    accessible: (key, encoding, elements) => `${key}：${encoding}，${zh(elements)} 个成员`,
  },
};
