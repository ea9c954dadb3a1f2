/** The dictionary in words: the line in the panel's header, and the announcements of a view, a bucket, an entry. */
import type { DictView } from '../../../protocol/views.ts';
import { formatCount } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';

export function keysIn(view: DictView): number {
  return view.tables[0].used + view.tables[1].used;
}

/** All keys against the buckets of ht[0]: the figure in the growth rule. */
export function loadOf(view: DictView): number {
  return view.tables[0].size === 0 ? 0 : keysIn(view) / view.tables[0].size;
}

export function formatLoad(load: number): string {
  return load.toFixed(2);
}

function keyCount(count: number, language: Language): string {
  if (language === 'zh') return `${formatCount(count, language)} 个键`;
  return `${formatCount(count, language)} ${count === 1 ? 'key' : 'keys'}`;
}

export function bucketCount(count: number, language: Language): string {
  if (language === 'zh') return `${formatCount(count, language)} 个桶`;
  return `${formatCount(count, language)} ${count === 1 ? 'bucket' : 'buckets'}`;
}

/** A large count as a power of two, if room is short. */
export function shortBucketCount(count: number, language: Language): string {
  if (count < 100_000) return bucketCount(count, language);
  const power = [...String(Math.round(Math.log2(count)))]
    .map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)])
    .join('');
  return language === 'zh' ? `2${power} 个桶` : `2${power} buckets`;
}

/** The header's figures: `9 keys`, `load 1.13`, `rehashidx 3`. */
export function summariseDict(view: DictView, language: Language): readonly string[] {
  const load = formatLoad(loadOf(view));
  const count = keysIn(view);
  const entries =
    language === 'zh'
      ? `${formatCount(count, language)} 个元素`
      : `${formatCount(count, language)} ${count === 1 ? 'entry' : 'entries'}`;
  return [
    view.which === 'value' ? entries : keyCount(count, language),
    language === 'zh' ? `负载 ${load}` : `load ${load}`,
    `rehashidx ${view.rehashIndex}`,
  ];
}

/** Why the table may be fuller than usual; null if it is not. */
export function resizeNote(view: DictView, language: Language): string | null {
  if (view.canResize) return null;
  return language === 'zh'
    ? '子进程正在保存，先不扩容，好让内存页少被复制：负载超过 5（取整后比较，也就是到 6）才扩。'
    : 'A child process is saving. To copy fewer pages, the table grows only above load 5 (compared in whole numbers, so at 6).';
}

/** While a child saves, growth waits until used / size, rounded down, exceeds 5. */
const patience = 6;

/** When ht[1] will appear, in its empty place. Its size is left for the learner to predict. */
export function vacancyNote(view: DictView, language: Language): string {
  const { size, used } = view.tables[0];
  const full = view.canResize ? size : size * patience;
  if (used >= full) {
    return language === 'zh'
      ? '下一个新键到来时，这里会开一张更大的表。'
      : 'The next new key will allocate a larger table here.';
  }
  const number = formatCount(full + 1, language);
  return language === 'zh'
    ? `第 ${number} 个键到来时，这里会开一张更大的表。`
    : `Key number ${number} will allocate a larger table here.`;
}

function nameInEnglish({ which, db, owner }: DictView): string {
  if (which === 'value') return `Table inside ${keyInSentence(owner?.key ?? '')}, database ${db}`;
  return which === 'keys' ? `Main dictionary of database ${db}` : `Expiry dictionary of database ${db}`;
}

function nameInChinese({ which, db, owner }: DictView): string {
  if (which === 'value') return `${db} 号库中 ${keyInSentence(owner?.key ?? '')} 的值里的字典`;
  return which === 'keys' ? `${db} 号库的主字典` : `${db} 号库的过期字典`;
}

export function describeDict(view: DictView, language: Language): string {
  const [first, second] = view.tables;
  const english = language === 'en';
  const name = english ? nameInEnglish(view) : nameInChinese(view);
  if (first.size === 0) return english ? `${name}: empty, no table allocated.` : `${name}：空，尚未分配表。`;
  const tableText = (number: 0 | 1) => {
    const table = view.tables[number];
    const used = formatCount(table.used, language);
    return english
      ? `ht[${number}] holds ${used} in ${bucketCount(table.size, language)}`
      : `ht[${number}] ${bucketCount(table.size, language)}，存 ${used} 个节点`;
  };
  const load = formatLoad(loadOf(view));
  const base = english
    ? `${name}: ${keyCount(keysIn(view), language)}, load ${load}. ${tableText(0)}`
    : `${name}：${keyCount(keysIn(view), language)}，负载 ${load}。${tableText(0)}`;
  if (second.size === 0) return english ? `${base}; no rehash.` : `${base}；未在 rehash。`;
  return english
    ? `${base}, ${tableText(1)}. Rehash in progress, next is bucket ${view.rehashIndex} of ht[0].`
    : `${base}，${tableText(1)}。正在 rehash，下一个要搬的是 ht[0] 的 ${view.rehashIndex} 号桶。`;
}

export function describeBucket(view: DictView, table: 0 | 1, bucket: number, language: Language): string {
  const english = language === 'en';
  const shown = view.tables[table];
  const chain = shown.buckets[bucket - shown.from] ?? [];
  const name = english ? `ht[${table}] bucket ${bucket}` : `ht[${table}] ${bucket} 号桶`;
  const moved = table === 0 && view.rehashIndex >= 0 && bucket < view.rehashIndex;
  if (moved && chain.length === 0) return english ? `${name}: moved to ht[1].` : `${name}：已搬到 ht[1]。`;
  const pointed = table === 0 && bucket === view.rehashIndex;
  const note = pointed ? (english ? ' rehashidx points here.' : ' rehashidx 指向这里。') : '';
  if (chain.length === 0) return english ? `${name}: empty.${note}` : `${name}：空。${note}`;
  const keys = chain.map((entry) => keyInSentence(entry.key)).join(english ? ', ' : '、');
  return english
    ? `${name}, ${chain.length} ${chain.length === 1 ? 'entry' : 'entries'}: ${keys}.${note}`
    : `${name}，${chain.length} 个节点：${keys}。${note}`;
}

export function describeEntry(
  view: DictView,
  table: 0 | 1,
  bucket: number,
  depth: number,
  language: Language,
): string {
  const shown = view.tables[table];
  const chain = shown.buckets[bucket - shown.from] ?? [];
  const entry = chain[depth];
  if (entry === undefined) return describeBucket(view, table, bucket, language);
  const key = keyInSentence(entry.key);
  const address = `0x${entry.address.toString(16)}`;
  return language === 'en'
    ? `${key}, entry ${depth + 1} of ${chain.length} in bucket ${bucket} of ht[${table}], hash ${entry.hash}, at ${address}.`
    : `${key}，ht[${table}] ${bucket} 号桶链上第 ${depth + 1} / ${chain.length} 个，哈希 ${entry.hash}，地址 ${address}。`;
}
