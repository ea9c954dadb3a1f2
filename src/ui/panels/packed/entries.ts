/** Paints the table of entries beside the bytes. It is seen, and it is also what a screen reader goes through. */
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

/** Rows at once; a list of more is for a search, not for the eye. */
const mostRows = 256;

function isPair({ part }: PackedEntryView, block: PackedBlockView | null): boolean {
  return part !== 'element' && block?.format !== 'intset';
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
      const isPairEnd = entry.part === 'value' || entry.part === 'score';
      put(
        this,
        'class',
        `${entry.index === touched ? 'is-touched' : ''}${isPairEnd ? ' ends-pair' : ''}`.trim(),
      );
      put(this, 'data-entry', String(entry.index));
      write(index, String(entry.index));
      // Of elements and members of a set there is only one kind.
      write(name.children[0], isPair(entry, block) ? words.parts[entry.part] : '');
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
