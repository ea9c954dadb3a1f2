/**
 * Paints the rows of the keyspace with d3. A row is identified by its key's bytes; only cells with a changed text are
 * updated.
 */
import { select } from 'd3-selection';
import type { KeyRow } from '../../../protocol/views.ts';
import { formatBytes, formatTimeLeft } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import { hexOf } from '../explained-key.ts';
import type { KeyspaceMarks, Lives, RowMark } from './layout.ts';
import { cellPart, columnFields } from './parts.ts';
import { type KeyspaceWords, keyspaceWords } from './words.ts';

/** A shape for each type, recognisable at a glance; the name stands beside it. */
const glyphs: Readonly<Record<string, string>> = {
  string: '“”',
  list: '⋯',
  hash: '#',
  set: '{}',
  zset: '↕',
  stream: '»',
};

export interface KeyspacePainter {
  paint(marks: KeyspaceMarks, nowMs: number, language: Language): void;
  /** Updates only the times left, which a tick of the clock changes. */
  tick(nowMs: number, language: Language): void;
  destroy(): void;
}

export function createKeyspacePainter(body: HTMLTableSectionElement, lives: Lives): KeyspacePainter {
  const root = select(body);
  const rows = () => root.selectAll<HTMLTableRowElement, RowMark>('tr');
  return {
    paint(marks, nowMs, language) {
      const words = keyspaceWords[language];
      const joined = rows().data(marks.rows, (mark) => mark.id);
      joined.exit().remove();
      const entered = joined.enter().append('tr').each(buildRow);
      entered
        .merge(joined)
        .order()
        .each(function (mark) {
          this.setAttribute('aria-rowindex', String(mark.index + 2));
          const name = `keyspace-row${mark.change === null ? '' : ` is-touched is-${mark.change}`}`;
          if (this.className !== name) this.className = name;
          fillRow(this, mark.row, words);
          fillTime(this, mark, nowMs, lives, language);
        });
    },
    tick(nowMs, language) {
      rows().each(function (mark) {
        if (mark.row.expireAtMs >= 0) fillTime(this, mark, nowMs, lives, language);
      });
    },
    destroy() {
      rows().remove();
    },
  };
}

function buildRow(this: HTMLTableRowElement): void {
  const row = select(this);
  row.append('th').attr('scope', 'row').attr('class', 'keyspace-key').append('span');
  const type = row.append('td').attr('class', 'keyspace-type');
  type.append('i').attr('aria-hidden', 'true');
  type.append('span');
  row.append('td').attr('class', 'keyspace-encoding');
  row.append('td').attr('class', 'keyspace-value').append('span');
  const time = row.append('td').attr('class', 'keyspace-ttl');
  time.append('span');
  time.append('i').attr('class', 'keyspace-bar').attr('aria-hidden', 'true').append('i');
  row.append('td').attr('class', 'keyspace-memory');
}

function write(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

function fillRow(element: HTMLTableRowElement, row: KeyRow, words: KeyspaceWords): void {
  const [key, type, encoding, value, , memory] = element.children as unknown as HTMLElement[];
  const name = key.children[0] as HTMLElement;
  const hex = hexOf(row.keyBytes);
  if (element.dataset.keyHex !== hex) element.dataset.keyHex = hex;
  write(name, row.key === '' ? '""' : row.key);
  if (name.title !== row.key) name.title = row.key;
  write(type.children[0], glyphs[row.type] ?? '·');
  write(type.children[1], row.type);
  write(encoding, row.encoding);
  const preview = value.children[0] as HTMLElement;
  write(preview, row.preview);
  if (preview.title !== row.preview) preview.title = row.preview;
  write(memory, formatBytes(row.memoryBytes));
  [...element.children].forEach((cell, nth) => {
    const part = cellPart(row.key, columnFields[nth]);
    const { dataset } = cell as HTMLElement;
    if (dataset.part !== part) dataset.part = part;
  });
  const labels = words.columns;
  const names = [labels.key, labels.type, labels.encoding, labels.value, labels.ttl, labels.memory];
  names.forEach((label, nth) => {
    const cell = element.children[nth] as HTMLElement;
    if (cell.dataset.label !== label) cell.dataset.label = label;
  });
}

function fillTime(
  element: HTMLTableRowElement,
  mark: RowMark,
  nowMs: number,
  lives: Lives,
  language: Language,
): void {
  const words = keyspaceWords[language];
  const cell = element.children[4] as HTMLElement;
  const text = cell.children[0] as HTMLElement;
  const bar = cell.children[1] as HTMLElement;
  const { expireAtMs } = mark.row;
  if (expireAtMs < 0) {
    write(text, words.forever);
    text.title = words.foreverHint;
    cell.className = 'keyspace-ttl is-forever';
    bar.hidden = true;
    return;
  }
  const leftMs = expireAtMs - nowMs;
  const overdue = leftMs <= 0;
  write(text, overdue ? words.overdue : formatTimeLeft(leftMs, language));
  text.title = overdue ? words.overdueHint : '';
  const share = lives.share(mark.id, expireAtMs, leftMs);
  const state = overdue ? ' is-overdue' : share < 0.2 ? ' is-short' : '';
  cell.className = `keyspace-ttl${state}`;
  bar.hidden = false;
  const scale = `scaleX(${share.toFixed(4)})`;
  const fill = bar.children[0] as HTMLElement;
  if (fill.style.transform !== scale) fill.style.transform = scale;
}
