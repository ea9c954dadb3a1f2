/** Keys with their usage, the next victim first. */
import { partWhere } from '../../../protocol/parts.ts';
import type { EvictionView, UsedKeyRow } from '../../../protocol/views.ts';
import { formatBytes } from '../../i18n/amounts.ts';
import { columnsOf, cutToColumns } from '../label.ts';
import type { SheetPen } from '../stage/pen.ts';
import type { BoxMark, Scene, Tone } from '../stage/sheet.ts';
import { oddsText } from './lfu.ts';
import { type Choice, choiceOf, type EvictionWords } from './words.ts';

const rowHeight = 24;
const rowGap = 4;
const padding = 8;
const nameColumn = 7.55;
const figureColumn = 6.9;
/** Where the scale of counters may end. */
const counterScales = [32, 64, 128, 255];

export function drawKeys(pen: SheetPen, { view, step }: Scene<EvictionView>, words: EvictionWords): void {
  const choice = choiceOf(view.policy);
  const note = view.order === 'bucket' ? words.byBucket : undefined;
  pen.heading('keys', words.keysBy[choice], note);
  const longestIdle = Math.max(1, ...view.rows.map(({ idleSeconds }) => idleSeconds));
  const latestExpiry = Math.max(1, ...view.rows.map(({ expireAtMs }) => expireAtMs - view.nowMs));
  const highest = Math.max(...view.rows.map(({ frequency }) => frequency));
  const ends: Ends = {
    idle: longestIdle,
    expiry: latestExpiry,
    counter: counterScales.find((end) => end >= highest) ?? 255,
  };
  const seen = new Set<string>();
  for (const row of view.rows) {
    // Names are cut, and may look alike.
    let id = `key:${row.key}`;
    while (seen.has(id)) id += '′';
    seen.add(id);
    const { text, share, tone } = figureOf(row, choice, view, ends, words);
    const isTouched = (step?.type === 'lfu.increment' || step?.type === 'lfu.decay') && step.key === row.key;
    const pooled = row.pooled ? '◆ ' : '';
    const columns = Math.floor(
      (pen.width - columnsOf(pooled + text) * figureColumn - 3 * padding) / nameColumn,
    );
    pen.boxes.push({
      id,
      x: pen.left,
      y: pen.y,
      width: pen.width,
      height: rowHeight,
      tone,
      share,
      hot: isTouched,
      part: `rows${partWhere('key', row.key)}`,
      says: sayKey(row, choice, view, text, words),
      texts: textsOf(pen.width, cutToColumns(row.key, Math.max(3, columns)), pooled + text),
    });
    pen.y += rowHeight + rowGap;
  }
}

function textsOf(width: number, name: string, figure: string): BoxMark['texts'] {
  return [
    { x: padding, y: rowHeight / 2, text: name },
    { x: width - padding, y: rowHeight / 2, text: figure, look: 'figure', anchor: 'end' },
  ];
}

/** Where the scales of the bars end. */
interface Ends {
  readonly idle: number;
  readonly expiry: number;
  readonly counter: number;
}

interface Use {
  readonly text: string;
  readonly share: number | undefined;
  readonly tone: Tone;
}

function figureOf(
  row: UsedKeyRow,
  choice: Choice,
  view: EvictionView,
  ends: Ends,
  words: EvictionWords,
): Use {
  const isCandidate = !view.policy.startsWith('volatile-') || row.expireAtMs >= 0;
  const tone = isCandidate ? 'plain' : 'ghost';
  if (choice === 'counter') {
    return { text: words.counter(row.frequency), share: row.frequency / ends.counter, tone };
  }
  if (choice === 'ttl') {
    if (row.expireAtMs < 0) return { text: words.noExpiry, share: undefined, tone };
    const leftMs = row.expireAtMs - view.nowMs;
    return { text: words.expires(leftMs), share: Math.max(0, leftMs / ends.expiry), tone };
  }
  return { text: words.idle(row.idleSeconds), share: row.idleSeconds / ends.idle, tone };
}

function sayKey(row: UsedKeyRow, choice: Choice, view: EvictionView, text: string, words: EvictionWords) {
  const about: string[] = [];
  if (choice === 'counter') {
    const minutes = (view.minutes - row.decayMinute) & 0xffff;
    about.push(
      words.counterSays(row.counter, row.frequency, minutes, oddsText(row.frequency, view.logFactor)),
    );
  } else about.push(words.idleSays(row.lru));
  about.push(words.memory(formatBytes(row.memoryBytes)));
  if (row.pooled) about.push(words.pooled);
  if (view.policy.startsWith('volatile-') && row.expireAtMs < 0) about.push(words.noExpiry);
  return { head: `${row.key} · ${text}`, detail: about.join(' · ') };
}
