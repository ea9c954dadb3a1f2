/** The walk of SCAN in words: the keys returned so far, any duplicates, and any misses. */
import type { DictView } from '../../../protocol/views.ts';
import { formatCount } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import { countVisited, type ScanProgress } from './scan.ts';
import type { ScanWalk } from './scan-walk.ts';

const nouns = {
  scan: { en: 'key', zh: '键' },
  hscan: { en: 'field', zh: '字段' },
  sscan: { en: 'member', zh: '成员' },
  zscan: { en: 'member', zh: '成员' },
} as const;
/** Names in a row before the rest is only counted. */
const mostNames = 3;

function namesOf(keys: readonly string[], language: Language): string {
  const named = keys.slice(0, mostNames).join(language === 'zh' ? '、' : ', ');
  return keys.length > mostNames ? `${named} …` : named;
}

export function returnedTwice({ returned }: ScanWalk): string[] {
  return [...returned].filter(([, times]) => times > 1).map(([key]) => key);
}

/**
 * Keys that exist and were not returned, though the walk is over. Null if that is unknown: the table is not wholly in
 * sight, the beginning of the walk is unknown, the walk had a filter, or a reply is not here in full.
 */
export function notReturned(walk: ScanWalk, view: DictView): string[] | null {
  const isInSight = view.tables.every(({ buckets, size }) => buckets.length === size);
  if (!walk.isWhole || !walk.isOver || walk.isFiltered || walk.unseen > 0 || !isInSight) return null;
  const keys = view.tables.flatMap(({ buckets }) => buckets.flatMap((chain) => chain.map(({ key }) => key)));
  // Names cut or escaped for display cannot be compared.
  if (keys.some((key) => key.includes('\\') || key.endsWith('…'))) return null;
  return keys.filter((key) => !walk.returned.has(key));
}

export function describeWalk(
  walk: ScanWalk,
  progress: ScanProgress,
  view: DictView,
  language: Language,
): string {
  const zh = language === 'zh';
  const count = (value: number) => formatCount(value, language);
  const [calls, keys] = [walk.calls.length, walk.returned.size + walk.unseen];
  const twice = returnedTwice(walk);
  const again =
    twice.length === 0
      ? zh
        ? '没有重复'
        : 'none twice'
      : zh
        ? `${count(twice.length)} 个返回了不止一次（${namesOf(twice, language)}）`
        : `${count(twice.length)} more than once (${namesOf(twice, language)})`;
  const [name, what] = [walk.command.toUpperCase(), nouns[walk.command]];
  const summary = zh
    ? `${count(calls)} 次 ${name}，返回 ${count(keys)} 个${what.zh}，${again}。`
    : `${count(calls)} ${calls === 1 ? 'call' : 'calls'} of ${name}: ${count(keys)} ${what.en}${keys === 1 ? '' : 's'} returned, ${again}.`;
  if (!progress.isOver) {
    const { visited, of } = countVisited(progress, view);
    return zh
      ? `${summary}游标 ${progress.cursor}：走过 ${count(visited)} / ${count(of)} 个桶。`
      : `${summary} Cursor ${progress.cursor}: ${count(visited)} of ${count(of)} buckets are done.`;
  }
  const missed = notReturned(walk, view);
  if (missed === null) return zh ? `${summary}遍历结束。` : `${summary} The scan is complete.`;
  if (missed.length === 0)
    return zh
      ? `${summary}遍历结束，现有的${what.zh}一个不漏。`
      : `${summary} The scan is complete and missed none of the ${what.en}s.`;
  return zh
    ? `${summary}遍历结束；${count(missed.length)} 个${what.zh}是走过之后才来的，没有返回（${namesOf(missed, language)}）。`
    : `${summary} The scan is complete; ${count(missed.length)} arrived behind its cursor (${namesOf(missed, language)}).`;
}
