/** Why a value has its encoding, and what would change it: in sentences, from the engine's view. */
import type { ObjectValueView, PackedLimitView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';

const withArticle = (encoding: string) => `${/^[aeiou]/.test(encoding) ? 'an' : 'a'} ${encoding}`;

const words = {
  en: {
    int: (digits: number) =>
      `The ${digits} characters read as a 64-bit integer, so ptr holds the number itself.`,
    shared:
      'From 0 to 9999, all keys share one object. A policy that tracks each key’s use (LRU or LFU with maxmemory) gives each key its own.',
    intLeaves: 'APPEND and SETRANGE make it raw; a value that is not an integer makes it embstr or raw.',
    embstr: (length: number) =>
      `It is not an integer and has ${length} of at most 44 bytes, so object and characters share one allocation.`,
    embstrLeaves:
      'It becomes raw at 45 bytes, or as soon as a command changes it in place (APPEND, SETRANGE, SETBIT), however short it is: an embstr cannot grow.',
    rawLong: (length: number) =>
      `With ${length} bytes it exceeds the 44 that fit into 64 bytes together with the object.`,
    rawShort: (length: number) =>
      `It has only ${length} bytes, but a command changed it in place, and only raw strings can grow. SET with the same value would make it int or embstr again.`,
    rawLeaves: 'It never converts back by itself: only writing a new value chooses the encoding again.',
    inside: (encoding: string) => `It is within all limits, so it is packed as ${withArticle(encoding)}.`,
    outside: (encoding: string) =>
      `It is stored as ${withArticle(encoding)} because it once exceeded a limit.`,
    noWayBack: 'It does not convert back when it shrinks: only a fresh copy would be packed.',
    limit: (limit: PackedLimitView) =>
      limit.of === 'elements'
        ? `${limit.name} allows ${limit.limit} elements; there are ${limit.found}.`
        : `${limit.name} allows ${limit.limit} bytes for an element; the longest has ${limit.found}.`,
    list: 'A list is always a quicklist; only the size and compression of its nodes vary (list-max-listpack-size, list-compress-depth).',
    stream: 'A stream has only one form: a radix tree of listpacks.',
    module: 'A module stores its values in its own way.',
  },
  zh: {
    int: (digits: number) => `这 ${digits} 个字符可以读成 64 位整数，所以数字直接存在 ptr 里。`,
    shared:
      '0 到 9999 由所有键共用同一个对象；如果淘汰策略要知道每个键自己的使用情况（设了 maxmemory 的 LRU 或 LFU），就会各用各的。',
    intLeaves: 'APPEND、SETRANGE 会把它变成 raw；写入不是整数的值会变成 embstr 或 raw。',
    embstr: (length: number) =>
      `它不是整数，长 ${length} 字节，没有超过 44 字节，所以对象和字符放在同一次分配里。`,
    embstrLeaves:
      '到 45 字节就会变成 raw；只要被就地修改（APPEND、SETRANGE、SETBIT），再短也会变：embstr 不能增长。',
    rawLong: (length: number) => `它长 ${length} 字节，超过了能和对象一起放进 64 字节的 44 字节。`,
    rawShort: (length: number) =>
      `它只有 ${length} 字节，但被就地修改过：只有 raw 字符串能增长。用 SET 重新写入同样的值，又会变回 int 或 embstr。`,
    rawLeaves: '它不会自己变回去：只有重新写入时才会重新选择编码。',
    inside: (encoding: string) => `所有限制都没有超过，所以紧凑地存成 ${encoding}。`,
    outside: (encoding: string) => `它存成 ${encoding}，因为曾经超过某个限制。`,
    noWayBack: '变小以后也不会变回去：只有重新建一份才会是紧凑的。',
    limit: (limit: PackedLimitView) =>
      limit.of === 'elements'
        ? `${limit.name} 允许 ${limit.limit} 个元素，现在有 ${limit.found} 个。`
        : `${limit.name} 允许单个元素 ${limit.limit} 字节，现在最长的有 ${limit.found} 字节。`,
    list: '列表总是 quicklist；会变的只是每个节点里放多少（list-max-listpack-size、list-compress-depth）。',
    stream: 'Stream 只有一种形式：挂着 listpack 的基数树。',
    module: '模块按自己的方式保存值。',
  },
};

const embstrMost = 44;

export function explainEncoding(value: ObjectValueView, language: Language): readonly string[] {
  const text = words[language];
  switch (value.encoding) {
    case 'int':
      return [text.int(value.size), ...(value.isShared ? [text.shared] : []), text.intLeaves];
    case 'embstr':
      return [text.embstr(value.size), text.embstrLeaves];
    case 'raw':
      return [value.size > embstrMost ? text.rawLong(value.size) : text.rawShort(value.size), text.rawLeaves];
  }
  if (value.type === 'list') return [text.list];
  if (value.type === 'stream') return [text.stream];
  if (value.limits.length === 0) return [text.module];
  const limits = value.limits.map(text.limit);
  const isPacked = value.encoding === value.packedEncoding;
  return isPacked
    ? [text.inside(value.encoding), ...limits]
    : [text.outside(value.encoding), ...limits, text.noWayBack];
}
