/** Paints the table of entries beside the bytes. It is visible, and screen readers read it, too. */
import { select } from 'd3-selection';
import type { PackedBlockView, PackedEntryView } from '../../../protocol/views-packed.ts';
import type { Language } from '../../i18n/language.ts';
import { put, write } from '../drawing.ts';
import { packedWords } from './words.ts';

export interface EntriesElements {
  readonly caption: HTMLElement;
  readonly body: HTMLTableSectionElement;
  /** Says how many entries are not in the table. */
  readonly more: HTMLElement;
}

/** Rows at once: nobody reads through more. */
const mostRows = 256;

/**
 * Whether the table says which half of a pair an entry is. Elements and members of a set are of one kind only; and
 * while the second half of a new pair is missing, the entries after the first do not match their numbers.
 */
function saysPart({ part, index }: PackedEntryView, block: PackedBlockView, touched: number): boolean {
  if (part === 'element' || block.format === 'intset') return false;
  return block.length % 2 === 0 || index <= touched;
}

export function paintEntries(
  { caption, body, more }: EntriesElements,
  block: PackedBlockView | null,
  from: number,
  touched: number,
  text: string,
  language: Language,
): void {
  write(caption, text);
  const words = packedWords[language];
  const drawn = block?.entries.filter(({ offset }) => offset >= from).slice(0, mostRows) ?? [];
  const rows = select(body)
    .selectAll<HTMLTableRowElement, PackedEntryView>('tr')
    .data(drawn, (entry) => entry.index);
  rows.exit().remove();
  const entered = rows.enter().append('tr');
  entered.append('td').attr('class', 'entry-index');
  const value = entered.append('th').attr('scope', 'row').attr('class', 'entry-value');
  value.append('span').attr('class', 'entry-part');
  value.append('code');
  entered.append('td').attr('class', 'entry-encoding');
  entered.append('td').attr('class', 'entry-bytes');
  entered
    .merge(rows)
    .order()
    .each(function (entry) {
      const [index, name, encoding, bytes] = this.children;
      const says = block !== null && saysPart(entry, block, touched);
      const isPairEnd = says && (entry.part === 'value' || entry.part === 'score');
      put(
        this,
        'class',
        `${entry.index === touched ? 'is-touched' : ''}${isPairEnd ? ' ends-pair' : ''}`.trim(),
      );
      put(this, 'data-entry', String(entry.index));
      write(index, String(entry.index));
      write(name.children[0], says ? words.parts[entry.part] : '');
      write(name.children[1], entry.value === '' ? '""' : entry.value);
      put(name.children[1], 'title', entry.value);
      write(encoding, entry.encoding);
      write(bytes, `${entry.offset}–${entry.offset + entry.sizeBytes - 1}`);
      put(bytes, 'title', String(entry.sizeBytes));
    });
  const hidden = block === null ? 0 : block.length - drawn.length;
  more.hidden = hidden <= 0;
  const isHidden = block?.format === 'lzf';
  write(more, hidden <= 0 ? '' : isHidden ? words.compressedEntries(hidden) : words.moreEntries(hidden));
}
