/** One sentence per step, in a learner's words; screen readers announce it, too. */
import type { DictStep, KeyStep, Step } from '../../../protocol/steps.ts';
import type { DictView } from '../../../protocol/views.ts';
import { plural } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import { lowDigits, maskBitsOf, maskHash } from './hash.ts';
import { visitedBefore } from './scan.ts';

/** Null for the steps of other structures, which have panels of their own. */
export function narrateDict(step: Step, view: DictView, language: Language): string | null {
  if (!isNarrated(step)) return null;
  const own = !('dict' in step) || step.dict === view.address;
  const sentence =
    language === 'zh' ? narrateInChinese(step, own ? view : null) : narrateInEnglish(step, own ? view : null);
  if (own) return sentence;
  return language === 'zh' ? `（另一个字典）${sentence}` : `In another dictionary: ${sentence}`;
}

function isNarrated(step: Step): step is DictStep | KeyStep {
  return step.type.startsWith('dict.') || step.type.startsWith('key.') || step.type === 'object.encoding';
}

/** How many entries hang in a bucket; null if the window does not show it. */
function chainLength(view: DictView | null, table: 0 | 1, bucket: number): number | null {
  const shown = view?.tables[table];
  return shown?.buckets[bucket - shown.from]?.length ?? null;
}

/** Whether a compared entry is the last of its chain; null if the window does not show it. */
function endsChain(view: DictView | null, table: 0 | 1, bucket: number, entry: number): boolean | null {
  const shown = view?.tables[table];
  const chain = shown?.buckets[bucket - shown.from];
  const at = chain?.findIndex((candidate) => candidate.address === entry) ?? -1;
  return chain === undefined || at < 0 ? null : at === chain.length - 1;
}

/** The one bit that decides where an entry of a doubling table goes; null if the table does not double. */
function decidingBit(view: DictView | null, fromBucket: number, toBucket: number): 0 | 1 | null {
  if (view === null || view.tables[1].size !== view.tables[0].size * 2) return null;
  return toBucket === fromBucket ? 0 : 1;
}

function isRehashing(view: DictView | null): boolean {
  return view !== null && view.rehashIndex >= 0;
}

type ScanStep = Extract<DictStep, { readonly type: 'dict.scan' }>;

/** The bits of a cursor, from left to right and from right to left, and their count. */
function cursorBits(step: ScanStep, size: number): { bits: string; mirrored: string; visited: number } {
  const width = Math.max(1, maskBitsOf(size));
  const visited = visitedBefore(step.cursor, size);
  const binary = (value: number) => value.toString(2).padStart(width, '0');
  return { bits: binary(step.cursor & (size - 1)), mirrored: binary(visited), visited };
}

/** During a rehash: the bucket of the smaller table that corresponds to this one of the larger; null otherwise. */
function kinOf(step: ScanStep, view: DictView): { readonly table: 0 | 1; readonly bucket: number } | null {
  const other = step.table === 0 ? 1 : 0;
  const [own, others] = [view.tables[step.table].size, view.tables[other].size];
  return others === 0 || own < others || (own === others && step.table === 0)
    ? null
    : { table: other, bucket: step.bucket & (others - 1) };
}

function narrateScanInEnglish(step: ScanStep, view: DictView | null): string {
  const read = `The scan reads bucket ${step.bucket} of ht[${step.table}]`;
  if (view === null || view.tables[step.table].size === 0) return `${read}; cursor ${step.cursor} led here.`;
  const { size } = view.tables[step.table];
  const length = chainLength(view, step.table, step.bucket);
  const found = length === null ? '' : length === 0 ? ': empty' : `: ${plural(length, 'key', 'keys')}`;
  const kin = kinOf(step, view);
  if (kin !== null)
    return `${read}${found}. It extends bucket ${kin.bucket} of ht[${kin.table}] by one bit: entries from there can only move here.`;
  const { bits, mirrored, visited } = cursorBits(step, size);
  return `${read}${found}. Cursor ${step.cursor} is ${bits}, read backwards ${mirrored} = ${visited}: that many buckets are done.`;
}

function narrateScanInChinese(step: ScanStep, view: DictView | null): string {
  const read = `扫描 ht[${step.table}] 的 ${step.bucket} 号桶`;
  if (view === null || view.tables[step.table].size === 0) return `${read}，由游标 ${step.cursor} 走到这里。`;
  const { size } = view.tables[step.table];
  const length = chainLength(view, step.table, step.bucket);
  const found = length === null ? '' : length === 0 ? '：空桶' : `：${length} 个键`;
  const kin = kinOf(step, view);
  if (kin !== null)
    return `${read}${found}。它和 ht[${kin.table}] 的 ${kin.bucket} 号桶低位相同：那里的键只会搬到这里或它的同伴。`;
  const { bits, mirrored, visited } = cursorBits(step, size);
  return `${read}${found}。游标 ${step.cursor} 是 ${bits}，倒着读 ${mirrored} = ${visited}：已经走过 ${visited} 个桶。`;
}

function narrateInEnglish(step: DictStep | KeyStep, view: DictView | null): string {
  switch (step.type) {
    case 'dict.hash': {
      const key = keyInSentence(step.key);
      const sizes = view?.tables.map((table) => table.size) ?? [0, 0];
      if (sizes[0] === 0) return `${key} is hashed: ${step.hash}. There is no table yet.`;
      const first = maskHash(step.hash, 0, sizes[0]);
      const digits = lowDigits(step.hash, first.maskBits);
      const choice = `${key} is hashed: ${digits} & ${first.maskHex} = bucket ${first.bucket} of ht[0]`;
      if (sizes[1] === 0) return `${choice}.`;
      const second = maskHash(step.hash, 1, sizes[1]);
      return `${choice}, & ${second.maskHex} = bucket ${second.bucket} of ht[1].`;
    }
    case 'dict.bucket': {
      const length = chainLength(view, step.table, step.bucket);
      const opened = `Bucket ${step.bucket} of ht[${step.table}] is opened`;
      if (length === null) return `${opened}.`;
      return length === 0
        ? `${opened}: it is empty.`
        : `${opened}: ${plural(length, 'entry', 'entries')} in the chain.`;
    }
    case 'dict.walk': {
      const key = keyInSentence(step.key);
      if (step.match) return `${key} is compared: it matches.`;
      const last = endsChain(view, step.table, step.bucket, step.entry);
      if (last === null) return `${key} is compared: a different key.`;
      return last
        ? `${key} is compared: a different key, and the chain ends here.`
        : `${key} is compared: a different key, so the search follows the pointer to the next.`;
    }
    case 'dict.insert': {
      const linked = `${keyInSentence(step.key)} is new: it is inserted at the head of bucket ${step.bucket} of ht[${step.table}].`;
      return step.table === 1 && isRehashing(view)
        ? `${linked} During a rehash new keys go to ht[1] only.`
        : linked;
    }
    case 'dict.remove':
      return `${keyInSentence(step.key)} is unlinked from bucket ${step.bucket} of ht[${step.table}].`;
    case 'dict.resize':
      if (step.from === 0)
        return `The first table is allocated, with ${plural(step.to, 'bucket', 'buckets')}.`;
      return step.to > step.from
        ? `${plural(step.from, 'bucket is', 'buckets are')} full enough: ht[1] is allocated with ${step.to.toLocaleString('en')}, and from now on buckets move there.`
        : `${plural(step.from, 'bucket is', 'buckets are')} nearly empty: a smaller ht[1] is allocated with ${step.to.toLocaleString('en')}, and from now on buckets move there.`;
    case 'dict.move': {
      const moves = `Bucket ${step.fromBucket} of ht[0] moves: ${keyInSentence(step.key)} goes to bucket ${step.toBucket} of ht[1]`;
      const bit = decidingBit(view, step.fromBucket, step.toBucket);
      return bit === null ? `${moves}.` : `${moves}; the larger mask keeps one more bit, and it is ${bit}.`;
    }
    case 'dict.rehash': {
      const skipped =
        step.empty === 0 ? '' : ` after skipping ${plural(step.empty, 'empty bucket', 'empty buckets')}`;
      return step.moved === 0
        ? `No entry moved${skipped}.`
        : `Bucket ${step.bucket} of ht[0] is done${skipped}: ${plural(step.moved, 'entry', 'entries')} moved.`;
    }
    case 'dict.swap':
      return `ht[0] is empty and freed; ht[1] with its ${plural(step.size, 'bucket', 'buckets')} takes its place. The rehash is complete.`;
    case 'dict.scan':
      return narrateScanInEnglish(step, view);
    case 'key.expired':
      return step.how === 'lazy'
        ? `${keyInSentence(step.key)} has expired: a command accessed it, so the server deletes it first.`
        : `${keyInSentence(step.key)} has expired: the expiry cycle sampled it and deletes it.`;
    case 'object.encoding':
      return `The value of ${keyInSentence(step.key)} changes its encoding from ${step.from} to ${step.to}.`;
    default: {
      const missed: never = step;
      return missed;
    }
  }
}

function narrateInChinese(step: DictStep | KeyStep, view: DictView | null): string {
  switch (step.type) {
    case 'dict.hash': {
      const key = keyInSentence(step.key);
      const sizes = view?.tables.map((table) => table.size) ?? [0, 0];
      if (sizes[0] === 0) return `计算 ${key} 的哈希：${step.hash}。此时还没有表。`;
      const first = maskHash(step.hash, 0, sizes[0]);
      const digits = lowDigits(step.hash, first.maskBits);
      const choice = `计算 ${key} 的哈希：${digits} & ${first.maskHex}，落在 ht[0] 的 ${first.bucket} 号桶`;
      if (sizes[1] === 0) return `${choice}。`;
      const second = maskHash(step.hash, 1, sizes[1]);
      return `${choice}；& ${second.maskHex}，落在 ht[1] 的 ${second.bucket} 号桶。`;
    }
    case 'dict.bucket': {
      const length = chainLength(view, step.table, step.bucket);
      const opened = `打开 ht[${step.table}] 的 ${step.bucket} 号桶`;
      if (length === null) return `${opened}。`;
      return length === 0 ? `${opened}：空桶。` : `${opened}：链上有 ${length} 个节点。`;
    }
    case 'dict.walk': {
      const key = keyInSentence(step.key);
      if (step.match) return `比较 ${key}：就是要找的键。`;
      const last = endsChain(view, step.table, step.bucket, step.entry);
      if (last === null) return `比较 ${key}：不是。`;
      return last ? `比较 ${key}：不是，链表到头了。` : `比较 ${key}：不是，顺着指针看下一个。`;
    }
    case 'dict.insert': {
      const linked = `${keyInSentence(step.key)} 是新键，插到 ht[${step.table}] ${step.bucket} 号桶的链表头部。`;
      return step.table === 1 && isRehashing(view) ? `${linked}rehash 期间，新键只进 ht[1]。` : linked;
    }
    case 'dict.remove':
      return `把 ${keyInSentence(step.key)} 从 ht[${step.table}] ${step.bucket} 号桶的链表上摘下。`;
    case 'dict.resize':
      if (step.from === 0) return `分配第一张表：${step.to} 个桶。`;
      return step.to > step.from
        ? `${step.from} 个桶够满了：分配 ${step.to} 个桶的 ht[1]，此后逐桶搬过去。`
        : `${step.from} 个桶太空了：分配只有 ${step.to} 个桶的 ht[1]，此后逐桶搬过去。`;
    case 'dict.move': {
      const moves = `搬 ht[0] 的 ${step.fromBucket} 号桶：${keyInSentence(step.key)} 去往 ht[1] 的 ${step.toBucket} 号桶`;
      const bit = decidingBit(view, step.fromBucket, step.toBucket);
      return bit === null ? `${moves}。` : `${moves}；新掩码多看一位哈希，这一位是 ${bit}。`;
    }
    case 'dict.rehash': {
      const skipped = step.empty === 0 ? '' : `跳过 ${step.empty} 个空桶，`;
      return step.moved === 0
        ? `${skipped}这一步没有可搬的键。`
        : `${skipped}ht[0] 的 ${step.bucket} 号桶搬完了，共 ${step.moved} 个节点。`;
    }
    case 'dict.swap':
      return `ht[0] 已搬空并释放，${step.size} 个桶的 ht[1] 成为新的 ht[0]：rehash 完成。`;
    case 'dict.scan':
      return narrateScanInChinese(step, view);
    case 'key.expired':
      return step.how === 'lazy'
        ? `${keyInSentence(step.key)} 已过期：命令访问到它，先把它删掉（惰性删除）。`
        : `${keyInSentence(step.key)} 已过期：被周期性抽样查到并删除（定期删除）。`;
    case 'object.encoding':
      return `${keyInSentence(step.key)} 的值由 ${step.from} 编码转为 ${step.to}。`;
    default: {
      const missed: never = step;
      return missed;
    }
  }
}
