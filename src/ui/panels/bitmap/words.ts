/** The words of the panel that shows a string as bits. */
import type { BitFieldView, BitOperation, BitRangeView } from '../../../protocol/views-bitmap.ts';
import { grouped, plural } from '../../i18n/amounts.ts';
import type { Pair } from '../../i18n/pair.ts';
import type { WindowedWords } from '../WindowedPanel.tsx';

export interface BitmapWords extends WindowedWords {
  readonly bits: string;
  readonly bitsNote: string;
  readonly bitSays: (offset: number, byte: number, fromHighest: number) => string;
  readonly byteLabel: (byte: number, hex: string) => string;
  readonly byteSays: (byte: number, character: string) => string;
  readonly overview: string;
  readonly overviewNote: (bytes: number) => string;
  readonly stretch: (from: number, until: number) => string;
  readonly stretchSays: (ones: number, bits: number, isSampled: boolean) => string;
  readonly length: string;
  readonly ones: string;
  readonly onesText: (ones: number | null) => string;
  readonly lengthText: (bytes: number) => string;
  readonly memory: string;
  readonly encoding: string;
  readonly bytes: (bytes: number) => string;
  /** `isUnderWay` while ones are still counted: the number is not the reply yet. */
  readonly range: (range: BitRangeView, isUnderWay?: boolean) => string;
  readonly rangeSays: (range: BitRangeView) => string;
  readonly beyond: string;
  readonly field: (field: BitFieldView) => string;
  readonly fieldSays: (field: BitFieldView) => string;
  readonly moreFields: (count: number) => string;
  readonly fields: string;
  readonly operations: Readonly<Record<BitOperation, string>>;
  readonly combine: (operation: BitOperation, sources: number) => string;
  readonly combineNote: string;
  readonly source: (key: string, bytes: number) => string;
  readonly padding: string;
  readonly pending: string;
  readonly result: (key: string, done: number, all: number) => string;
  readonly column: (operation: BitOperation, bits: readonly number[], outcome: number | null) => string;
  readonly moreSources: (count: number) => string;
  readonly accessible: (key: string, bytes: number) => string;
}

const { en, zh } = grouped;

const operations: Readonly<Record<BitOperation, string>> = { and: 'AND', or: 'OR', xor: 'XOR', not: 'NOT' };

function rangeText({ command, unit, firstBit, lastBit, looksFor, result }: BitRangeView): string {
  const place = unit === 'bit' ? `${firstBit}–${lastBit} BIT` : `${firstBit / 8}–${(lastBit - 7) / 8} BYTE`;
  const span = firstBit > lastBit ? '∅' : place;
  return `${command.toUpperCase()}${looksFor === null ? '' : ` ${looksFor}`} ${span} = ${result ?? '…'}`;
}

function fieldText({ name, type, offset, operand, before, value, outcome }: BitFieldView): string {
  const head = `${name.toUpperCase()} ${type} ${offset}${operand === null ? '' : ` ${operand}`}`;
  if (outcome === 'waiting' || before === null) return head;
  if (outcome === 'failed') return `${head}: ${before} → nil`;
  return name === 'get' ? `${head}: ${before}` : `${head}: ${before} → ${value}`;
}

function columnText(operation: BitOperation, bits: readonly number[], outcome: number | null): string {
  const left = operation === 'not' ? `NOT ${bits[0]}` : bits.join(` ${operations[operation]} `);
  return `${left} = ${outcome ?? '…'}`;
}

export const bitmapWords: Pair<BitmapWords> = {
  en: {
    title: 'Bitmap',
    stage: 'The bits of a string. Arrow keys walk from bit to bit.',
    database: 'Database',
    key: 'Key shown',
    latestKey: 'latest key',
    follow: 'Follow',
    followHint: 'Show the bytes that the steps work on',
    empty: {
      before: 'No bitmap yet. Type ',
      command: 'SETBIT visited 10 1',
      after: ' and see the string it creates.',
    },
    gone: (key) => `${key} does not exist: every bit of it is 0.`,
    otherType: (key, type) => `${key} is a ${type}; a bitmap is a string.`,
    window: {
      earlier: 'Bytes before',
      later: 'Bytes after',
      jump: 'First byte shown, counted from 1',
      before: 'bytes',
      after: (last, all) => `to ${en(last)} of ${en(all)}`,
    },
    bits: 'Bits',
    bitsNote: 'bit 0 is the highest bit of byte 0',
    bitSays: (offset, byte, nth) => `bit ${en(offset)} · byte ${en(byte)}, worth ${1 << nth} in it`,
    byteLabel: (byte, hex) => `${en(byte * 8)} · ${hex}`,
    byteSays: (byte, character) =>
      `byte ${en(byte)}${character === '' ? '' : `, the character ${character}`}`,
    overview: 'The whole string',
    overviewNote: (bytes) => `${plural(bytes, 'byte', 'bytes')} per box; fuller means more ones`,
    stretch: (from, until) => `bytes ${en(from)} to ${en(until - 1)}`,
    stretchSays: (ones, bits, isSampled) =>
      isSampled
        ? `about ${((100 * ones) / bits).toFixed(2)}% ones, by samples`
        : `${en(ones)} of ${en(bits)} bits are 1`,
    length: 'STRLEN',
    ones: 'BITCOUNT',
    onesText: (ones) => (ones === null ? 'too long to count here' : `${plural(ones, 'one', 'ones')}`),
    lengthText: (bytes) => `${plural(bytes, 'byte', 'bytes')} (${en(bytes * 8)} bits)`,
    memory: 'MEMORY USAGE',
    encoding: 'encoding',
    bytes: (bytes) => `${en(bytes)} B`,
    range: (range, isUnderWay) => `${rangeText(range)}${isUnderWay ? ' so far' : ''}`,
    rangeSays: ({ command, unit }) =>
      `The line under the bits shows where ${command.toUpperCase()} looks; its range is in ${unit === 'bit' ? 'bits' : 'whole bytes'}`,
    beyond: 'past the end, where every bit is 0',
    field: fieldText,
    fieldSays: ({ type, offset, bits, outcome, overflow }) => {
      const what = `${plural(bits, 'bit', 'bits')} from bit ${en(offset)} on, ${type.startsWith('i') ? 'with a sign' : 'without a sign'}`;
      if (outcome === 'failed') return `${what}. It would overflow: OVERFLOW FAIL leaves it unchanged`;
      if (outcome === 'clipped')
        return `${what}. It overflows: OVERFLOW ${overflow.toUpperCase()} ${overflow === 'sat' ? 'stops at the limit' : 'wraps around to the other end'}`;
      return what;
    },
    moreFields: (count) => `+${en(count)} more`,
    fields: 'Fields',
    operations,
    combine: (operation, sources) =>
      operation === 'not' ? 'NOT of one string' : `${operations[operation]} of ${sources} strings`,
    combineNote: 'column by column',
    source: (key, bytes) => `${key} · ${en(bytes)} B`,
    padding: 'past the end of the string: counts as 0',
    pending: 'not combined yet',
    result: (key, done, all) => `${key} · ${done < all ? `${en(done)}/` : ''}${en(all)} B`,
    column: columnText,
    moreSources: (count) =>
      `and ${plural(count, 'more string', 'more strings')} that ${count === 1 ? 'is' : 'are'} not drawn`,
    accessible: (key, bytes) => `${key}: a string of ${plural(bytes, 'byte', 'bytes')}, bit by bit`,
  },
  zh: {
    title: '位图',
    stage: '字符串的每一位。方向键逐位移动。',
    database: '数据库',
    key: '查看哪个键',
    latestKey: '最近用到的键',
    follow: '跟随',
    followHint: '显示步骤正在操作的字节',
    empty: {
      before: '还没有位图。输入 ',
      command: 'SETBIT visited 10 1',
      after: '，看看它变成怎样的字符串。',
    },
    gone: (key) => `${key} 不存在：每一位都算 0。`,
    otherType: (key, type) => `${key} 是 ${type} 类型；位图其实就是字符串。`,
    window: {
      earlier: '前面的字节',
      later: '后面的字节',
      jump: '从第几个字节开始显示',
      before: '第',
      after: (last, all) => `到 ${zh(last)} 字节，共 ${zh(all)} 字节`,
    },
    bits: '位',
    bitsNote: '第 0 位是字节 0 的最高位',
    bitSays: (offset, byte, nth) => `第 ${zh(offset)} 位 · 字节 ${zh(byte)} 中的 ${1 << nth}`,
    byteLabel: (byte, hex) => `${zh(byte * 8)} · ${hex}`,
    byteSays: (byte, character) => `字节 ${zh(byte)}${character === '' ? '' : `，字符 ${character}`}`,
    overview: '整个字符串',
    overviewNote: (bytes) => `每段 ${zh(bytes)} 字节，填得越满，1 越多`,
    stretch: (from, until) => `字节 ${zh(from)}–${zh(until - 1)}`,
    stretchSays: (ones, bits, isSampled) =>
      isSampled
        ? `抽样估计约 ${((100 * ones) / bits).toFixed(2)}% 是 1`
        : `${zh(bits)} 位中有 ${zh(ones)} 位是 1`,
    length: 'STRLEN',
    ones: 'BITCOUNT',
    onesText: (ones) => (ones === null ? '太长，这里不数' : `${zh(ones)} 个 1`),
    lengthText: (bytes) => `${zh(bytes)} 字节（${zh(bytes * 8)} 位）`,
    memory: 'MEMORY USAGE',
    encoding: '编码',
    bytes: (bytes) => `${zh(bytes)} B`,
    range: (range, isUnderWay) => `${rangeText(range)}${isUnderWay ? '（还在数）' : ''}`,
    rangeSays: ({ command, unit }) =>
      `位下面的横线是 ${command.toUpperCase()} 看的范围，按${unit === 'bit' ? '位' : '整字节'}计`,
    beyond: '在末尾之外，那里每一位都是 0',
    field: fieldText,
    fieldSays: ({ type, offset, bits, outcome, overflow }) => {
      const what = `从第 ${zh(offset)} 位起的 ${bits} 位，${type.startsWith('i') ? '有符号' : '无符号'}`;
      if (outcome === 'failed') return `${what}。装不下：OVERFLOW FAIL 让它保持原样`;
      if (outcome === 'clipped')
        return `${what}。装不下：OVERFLOW ${overflow.toUpperCase()} ${overflow === 'sat' ? '停在边界上' : '从另一头重新开始'}`;
      return what;
    },
    moreFields: (count) => `还有 ${zh(count)} 个`,
    fields: '字段',
    operations,
    combine: (operation, sources) =>
      operation === 'not' ? '对一个字符串取 NOT' : `${sources} 个字符串做 ${operations[operation]}`,
    combineNote: '每一列各算各的',
    source: (key, bytes) => `${key} · ${zh(bytes)} B`,
    padding: '字符串已经结束，当作 0',
    pending: '还没算到',
    result: (key, done, all) => `${key} · ${done < all ? `${zh(done)}/` : ''}${zh(all)} B`,
    column: columnText,
    moreSources: (count) => `另有 ${zh(count)} 个字符串没有画出来`,
    accessible: (key, bytes) => `${key}：${zh(bytes)} 字节的字符串，逐位显示`,
  },
};
