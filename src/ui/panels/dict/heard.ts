/** The window as a table of words: bucket and keys. Heard, not seen, and what a test can read. */
import { select } from 'd3-selection';
import type { DictEntryView, DictView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import { describeDict } from './describe.ts';
import { dictWords } from './words.ts';

interface HeardRow {
  readonly table: 0 | 1;
  readonly bucket: number;
  readonly keys: string;
}

export function heardRows(view: DictView, language: Language): HeardRow[] {
  const rows: HeardRow[] = [];
  const words = dictWords[language];
  const inWords = (chain: readonly DictEntryView[]) =>
    chain.length === 0 ? words.heardEmpty : chain.map((entry) => keyInSentence(entry.key)).join(', ');
  for (const table of [0, 1] as const) {
    const shown = view.tables[table];
    shown.buckets.forEach((chain, nth) => {
      rows.push({ table, bucket: shown.from + nth, keys: inWords(chain) });
    });
  }
  return rows;
}

export function paintHeard(element: HTMLTableElement, view: DictView, language: Language): void {
  const words = dictWords[language];
  const table = select(element);
  const caption = table
    .selectAll<HTMLTableCaptionElement, string>('caption')
    .data([describeDict(view, language)]);
  caption
    .enter()
    .append('caption')
    .merge(caption)
    .text((text) => text);
  const body = table.selectAll<HTMLTableSectionElement, null>('tbody').data([null]);
  const rows = body
    .enter()
    .append('tbody')
    .merge(body)
    .selectAll<HTMLTableRowElement, HeardRow>('tr')
    .data(heardRows(view, language));
  rows.exit().remove();
  const entered = rows.enter().append('tr');
  entered.append('th').attr('scope', 'row');
  entered.append('td');
  entered.merge(rows).each(function (row) {
    const name = words.heardBucket(row.table, row.bucket);
    const [head, cell] = this.children;
    if (head.textContent !== name) head.textContent = name;
    if (cell.textContent !== row.keys) cell.textContent = row.keys;
    this.dataset.bucket = `${row.table}:${row.bucket}`;
  });
}
