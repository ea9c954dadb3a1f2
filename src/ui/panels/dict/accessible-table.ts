/** The window as a table of words: bucket and keys. For screen readers and tests. */
import type { DictEntryView, DictView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import { paintAccessibleTable } from '../stage/accessible-table.ts';
import { describeDict } from './describe.ts';
import { dictWords } from './words.ts';

interface AccessibleRow {
  readonly table: 0 | 1;
  readonly bucket: number;
  readonly keys: string;
}

export function accessibleRows(view: DictView, language: Language): AccessibleRow[] {
  const rows: AccessibleRow[] = [];
  const words = dictWords[language];
  const inWords = (chain: readonly DictEntryView[]) =>
    chain.length === 0 ? words.accessibleEmpty : chain.map((entry) => keyInSentence(entry.key)).join(', ');
  for (const table of [0, 1] as const) {
    const shown = view.tables[table];
    shown.buckets.forEach((chain, nth) => {
      rows.push({ table, bucket: shown.from + nth, keys: inWords(chain) });
    });
  }
  return rows;
}

export function paintAccessible(element: HTMLTableElement, view: DictView, language: Language): void {
  const words = dictWords[language];
  paintAccessibleTable(element, {
    caption: describeDict(view, language),
    rows: accessibleRows(view, language),
    cells: ({ table, bucket, keys }) => [words.accessibleBucket(table, bucket), keys],
    data: ({ table, bucket }) => ({ bucket: `${table}:${bucket}` }),
  });
}
