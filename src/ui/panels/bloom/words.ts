/** The words of the Bloom filter panel. */
import { grouped, plural } from '../../i18n/amounts.ts';
import type { WindowWords } from '../WindowRow.tsx';

const count = (number: number, one: string, many = `${one}s`) => plural(number, one, many);

const en = {
  title: 'Bloom filter',
  stage:
    'Layers and bits of a Bloom filter. Arrow keys walk from box to box and from bit to bit; Enter opens a layer or goes to a bit.',
  database: 'Database',
  key: 'Filter',
  latestKey: 'latest filter',
  empty: { before: 'Type ', command: 'BF.ADD seen ann', after: ' to create a filter.' },
  gone: { before: '', after: ' is not a Bloom filter now.' },
  ask: 'Look up an item',
  askHint: 'any item, added or not',
  clear: 'Clear',
  stranger: 'Look for a false positive',
  strangerHint: 'Tries made-up items, stranger:1 and so on, until the filter reports one as present',
  noStranger: (tried: number) => `None of ${count(tried, 'stranger')} was a false positive.`,
  foundStranger: (item: string, tried: number) =>
    `${item}, stranger number ${tried}, is a false positive: nobody added it, yet all its bits are set.`,
  summary: (items: number, capacity: number) => `${grouped.en(items)} of ${count(capacity, 'item')}`,
  figures: { rate: 'false positives now', promised: 'promised at most', size: 'size', expansion: 'growth' },
  figureSays: {
    rate: 'The chance that all bits of an unknown item are set in some layer.',
    promised: 'The error rate the filter was created for: the sum over its layers.',
    size: 'As BF.INFO SIZE reports it.',
    expansion: 'How many times larger the next layer will be than the last one.',
  },
  fixed: 'none',
  layers: 'Layers',
  layer: (place: number) => `layer ${place}`,
  layerItems: (items: number, entries: number) => `${grouped.en(items)} of ${count(entries, 'item')}`,
  layerBits: (set: number, bits: number, hashes: number) =>
    `${grouped.en(set)} of ${grouped.en(bits)} bits set, ${count(hashes, 'hash', 'hashes')}`,
  layerRate: (now: string, error: string) => `${now} now, designed for ${error}`,
  layerSays: (perEntry: string, address: string) => `${perEntry} bits per item, at ${address}`,
  item: (item: string) => `Bits of "${item}"`,
  itemNote: (layer: number) => `in layer ${layer}`,
  hashes: (a: string, b: string) => `a = ${a} · b = ${b}`,
  hashSays: 'Two 64-bit hashes generate all the others: bit i is (a + i × b) mod m.',
  bit: (hash: number, bit: number, isSet: boolean | null) =>
    `${hash}: bit ${bit}${isSet === null ? '' : isSet ? ' ✓ set' : ' ✗ not set'}`,
  bitSays: {
    unknown: 'Not checked yet.',
    set: 'Set by this item or by others: the filter cannot tell which.',
    clear: 'One clear bit proves that the item was never added.',
  },
  verdict: {
    maybe: (layer: number) => `Possibly present: all bits are set in layer ${layer}. BF.EXISTS returns 1.`,
    no: 'Certainly absent: every layer has a clear bit. BF.EXISTS returns 0.',
  },
  bits: (layer: number) => `Bits of layer ${layer}`,
  bitsNote: (from: number, to: number, all: number) =>
    to - from === all ? `${grouped.en(all)} bits` : `${from} to ${to - 1} of ${grouped.en(all)}`,
  cell: (bit: number) => `Bit ${bit}`,
  cellIs: (isSet: boolean, byte: number, hashes: string) =>
    `${isSet ? 'set' : 'not set'}, in byte ${byte}${hashes === '' ? '' : `, hash ${hashes} of the item`}`,
  window: {
    earlier: 'Earlier bytes',
    later: 'Later bytes',
    jump: 'First byte shown',
    before: 'Bytes',
    after: (last: number, all: number) => `to ${last} of ${grouped.en(all)}`,
  } satisfies WindowWords,
  accessible: (key: string, items: number, layers: number) =>
    `Bloom filter ${key}: ${count(items, 'item')}, ${count(layers, 'layer')}`,
  accessibleBits: 'bits set in the window',
  narrate: {
    hash: (item: string, bits: number) => `${item} is hashed twice; from both hashes come its ${bits} bits.`,
    test: (hash: number, bit: number, isSet: boolean) =>
      isSet
        ? `Hash ${hash}: bit ${bit} is set, so the item may be present; on to the next.`
        : `Hash ${hash}: bit ${bit} is not set. That settles it: the item is not in this layer.`,
    set: (hash: number, bit: number, wasSet: boolean) =>
      wasSet
        ? `Hash ${hash}: bit ${bit} was already set by another item.`
        : `Hash ${hash}: bit ${bit} is set.`,
    layer: (entries: number, bits: number, hashes: number, error: string) =>
      `The newest layer is full: another one for ${grouped.en(entries)} items, ${grouped.en(bits)} bits, ${hashes} hashes and an error of ${error}.`,
  },
};

export type BloomWords = typeof en;

const zh: BloomWords = {
  title: '布隆过滤器',
  stage: '布隆过滤器的各层和比特。方向键逐格、逐比特移动，回车打开一层或跳到那个比特。',
  database: '数据库',
  key: '过滤器',
  latestKey: '最近的过滤器',
  empty: { before: '输入 ', command: 'BF.ADD seen ann', after: '，新建一个过滤器。' },
  gone: { before: '', after: ' 现在不是布隆过滤器。' },
  ask: '指出一个元素',
  askHint: '任意元素，加没加过都行',
  clear: '清除',
  stranger: '找一个误判',
  strangerHint: '用编造的元素 stranger:1、stranger:2……去试，直到过滤器误认一个',
  noStranger: (tried) => `试了 ${tried} 个陌生元素，一个也没误判。`,
  foundStranger: (item, tried) => `第 ${tried} 个陌生元素 ${item} 就是误判：从没加过，但它的比特全是 1。`,
  summary: (items, capacity) => `${grouped.zh(items)} / ${grouped.zh(capacity)} 个元素`,
  figures: { rate: '当前误判率', promised: '承诺的上限', size: '大小', expansion: '扩容倍数' },
  figureSays: {
    rate: '一个陌生元素的比特在某一层里恰好全是 1 的概率。',
    promised: '建过滤器时的约定：各层允许的误判率之和。',
    size: 'BF.INFO SIZE 给出的大小。',
    expansion: '下一层是上一层的几倍大。',
  },
  fixed: '不扩容',
  layers: '层',
  layer: (place) => `第 ${place} 层`,
  layerItems: (items, entries) => `${grouped.zh(items)} / ${grouped.zh(entries)} 个元素`,
  layerBits: (set, bits, hashes) =>
    `${grouped.zh(bits)} 个比特中有 ${grouped.zh(set)} 个是 1，${hashes} 个哈希`,
  layerRate: (now, error) => `当前 ${now}，设计值 ${error}`,
  layerSays: (perEntry, address) => `每个元素 ${perEntry} 比特，地址 ${address}`,
  item: (item) => `"${item}" 的比特`,
  itemNote: (layer) => `在第 ${layer} 层`,
  hashes: (a, b) => `a = ${a} · b = ${b}`,
  hashSays: '两个 64 位哈希推出其余全部：第 i 个比特是 (a + i × b) mod m。',
  bit: (hash, bit, isSet) => `${hash}：比特 ${bit}${isSet === null ? '' : isSet ? ' ✓ 是 1' : ' ✗ 是 0'}`,
  bitSays: {
    unknown: '还没看过。',
    set: '可能是它置的，也可能是别的元素置的：分不出来。',
    clear: '只要有一个比特是 0，就能断定从没加过。',
  },
  verdict: {
    maybe: (layer) => `可能存在：第 ${layer} 层里它的比特全是 1。BF.EXISTS 返回 1。`,
    no: '一定不存在：每一层里都缺比特。BF.EXISTS 返回 0。',
  },
  bits: (layer) => `第 ${layer} 层的比特`,
  bitsNote: (from, to, all) =>
    to - from === all ? `共 ${grouped.zh(all)} 个` : `第 ${from} 至 ${to - 1} 个，共 ${grouped.zh(all)} 个`,
  cell: (bit) => `比特 ${bit}`,
  cellIs: (isSet, byte, hashes) =>
    `${isSet ? '是 1' : '是 0'}，在第 ${byte} 字节${hashes === '' ? '' : `，是该元素的第 ${hashes} 个哈希`}`,
  window: {
    earlier: '前面的字节',
    later: '后面的字节',
    jump: '显示的第一个字节',
    before: '字节',
    after: (last, all) => `至 ${last}，共 ${grouped.zh(all)}`,
  },
  accessible: (key, items, layers) => `布隆过滤器 ${key}：${items} 个元素，${layers} 层`,
  accessibleBits: '窗口中为 1 的比特',
  narrate: {
    hash: (item, bits) => `${item} 哈希两次，由两个哈希得出它的 ${bits} 个比特。`,
    test: (hash, bit, isSet) =>
      isSet
        ? `哈希 ${hash}：比特 ${bit} 是 1，可能存在，看下一个。`
        : `哈希 ${hash}：比特 ${bit} 是 0，到此为止：元素不在这一层。`,
    set: (hash, bit, wasSet) =>
      wasSet ? `哈希 ${hash}：比特 ${bit} 早被别的元素置成 1 了。` : `哈希 ${hash}：把比特 ${bit} 置为 1。`,
    layer: (entries, bits, hashes, error) =>
      `最新一层满了，再加一层：容纳 ${grouped.zh(entries)} 个元素，${grouped.zh(bits)} 个比特，${hashes} 个哈希，误判率 ${error}。`,
  },
};

export const bloomWords = { en, zh };
