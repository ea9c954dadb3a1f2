/** Keys by their time left: shrinking bars, expired keys, and the one that has just gone. */

import { partWhere } from '../../../protocol/parts.ts';
import type { ExpiringKeyRow, ExpiryView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { columnsOf, cutToColumns } from '../label.ts';
import type { SheetPen } from '../stage/pen.ts';
import type { BoxMark, Scene } from '../stage/sheet.ts';
import type { ExpiryWords } from './words.ts';

const rowHeight = 24;
const rowGap = 4;
const padding = 8;
const nameColumn = 7.55;
const figureColumn = 6.9;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/** Where the scale may end, and its marks. */
const marks = [
  second,
  10 * second,
  minute,
  10 * minute,
  hour,
  10 * hour,
  day,
  10 * day,
  100 * day,
  1000 * day,
];
/** Below a tenth of a second everything is as good as now. */
const shortest = 100;

/** How far along the scale a time is, 0 to 1. */
export function shareOf(leftMs: number, mostMs: number): number {
  if (leftMs <= 0) return 0;
  return Math.min(1, Math.log1p(leftMs / shortest) / Math.log1p(mostMs / shortest));
}

export function endOfScale(longestMs: number): number {
  return marks.find((mark) => mark >= longestMs) ?? longestMs;
}

export function drawKeys(
  pen: SheetPen,
  scene: Scene<ExpiryView>,
  words: ExpiryWords,
  nowMs: number,
  language: Language,
): void {
  const { view } = scene;
  pen.heading('keys', words.keys, view.order === 'bucket' ? words.byBucket : words.scale);
  // From the time of the picture, and at least a minute: a bar must not grow because the scale does.
  const most = endOfScale(Math.max(minute, ...view.rows.map(({ expireAtMs }) => expireAtMs - view.nowMs)));
  drawScale(pen, most, words);
  const gone = goneOf(scene);
  const rows = [...(gone === null ? [] : [gone]), ...view.rows];
  const seen = new Set<string>();
  for (const row of rows) {
    // Names are cut, and may look alike.
    let id = `key:${row.key}`;
    while (seen.has(id)) id += '′';
    seen.add(id);
    const place = { id, x: pen.left, y: pen.y, width: pen.width, height: rowHeight };
    pen.boxes.push(
      'expireAtMs' in row
        ? keyBox(place, row, most, nowMs, words, language)
        : goneBox(place, row.key, row.how, scene, words),
    );
    pen.y += rowHeight + rowGap;
  }
}

type Place = Pick<BoxMark, 'id' | 'x' | 'y' | 'width' | 'height'>;

function keyBox(
  place: Place,
  row: ExpiringKeyRow,
  most: number,
  nowMs: number,
  words: ExpiryWords,
  language: Language,
): BoxMark {
  const leftMs = row.expireAtMs - nowMs;
  const isStale = row.stale || leftMs < 0;
  const time = isStale ? words.overdue(-leftMs) : words.left(leftMs);
  const at = new Date(row.expireAtMs).toLocaleString(language === 'zh' ? 'zh-CN' : 'en-GB', {
    timeZone: 'UTC',
  });
  const where = words.keySays(row.table, row.bucket, `${at} UTC`);
  return {
    ...place,
    tone: isStale ? 'bad' : 'plain',
    share: isStale ? undefined : shareOf(leftMs, most),
    part: `rows${partWhere('key', row.key)}`,
    says: {
      head: `${row.key} · ${time}`,
      detail: isStale ? `${words.overdueSays(-leftMs)} · ${where}` : where,
    },
    texts: namedRow(place.width, row.key, time, isStale ? 'bad' : undefined),
  };
}

function namedRow(width: number, key: string, note: string, tone?: 'bad') {
  const noteWidth = columnsOf(note) * figureColumn;
  const columns = Math.max(3, Math.floor((width - noteWidth - 3 * padding) / nameColumn));
  return [
    { x: padding, y: rowHeight / 2, text: cutToColumns(key, columns) },
    {
      x: width - padding,
      y: rowHeight / 2,
      text: note,
      look: 'figure' as const,
      anchor: 'end' as const,
      tone,
    },
  ];
}

interface Gone {
  readonly key: string;
  readonly how: 'lazy' | 'active' | null;
}

/** The last key that left the table in this frame, unless it is back; null if none did. */
export function goneOf({ view, steps, phase }: Scene<ExpiryView>): Gone | null {
  if (phase !== 'inside') return null;
  for (const step of steps.toReversed()) {
    const isOurs =
      (step.type === 'dict.remove' && step.dict === view.dict) ||
      (step.type === 'key.expired' && step.db === view.db);
    if (!isOurs) continue;
    if (view.rows.some(({ key }) => key === step.key)) return null;
    return { key: step.key, how: step.type === 'key.expired' ? step.how : null };
  }
  return null;
}

function goneBox(
  place: Place,
  key: string,
  how: Gone['how'],
  { step }: Scene<ExpiryView>,
  words: ExpiryWords,
): BoxMark {
  const isNow =
    (step?.type === 'key.expired' || step?.type === 'dict.remove') && 'key' in step && step.key === key;
  const note = how === 'lazy' ? words.goneLazy : how === 'active' ? words.goneActive : words.gone;
  return {
    ...place,
    tone: 'ghost',
    hot: isNow,
    says: { head: `${key} · ${note}`, detail: words.goneSays },
    texts: namedRow(place.width, key, `− ${note}`),
  };
}

function drawScale(pen: SheetPen, most: number, words: ExpiryWords): void {
  const { left: x, y, width } = pen;
  let free = x - 1;
  for (const mark of marks) {
    if (mark > most) break;
    const at = x + shareOf(mark, most) * width;
    const text = words.mark(mark);
    const textWidth = columnsOf(text) * 6.4;
    const isLast = mark === most;
    const start = isLast ? at - textWidth : at - textWidth / 2;
    if (start < free || start + textWidth > x + width) continue;
    free = start + textWidth + 12;
    pen.labels.push({
      id: `scale:${mark}`,
      x: at,
      y: y + 6,
      text,
      look: 'note',
      anchor: isLast ? 'end' : 'middle',
    });
  }
  pen.y += 18;
}
