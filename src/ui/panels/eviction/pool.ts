/** How a victim is found: the latest sample, the places of the pool it competes for, and the evicted keys. */
import { partWhere } from '../../../protocol/parts.ts';
import type { EvictionSampleView, EvictionView, PoolEntryView } from '../../../protocol/views.ts';
import { formatBytes } from '../../i18n/amounts.ts';
import { columnsOf, cutToColumns } from '../label.ts';
import type { SheetPen } from '../stage/pen.ts';
import type { BoxMark, Scene } from '../stage/sheet.ts';
import { choiceOf, type EvictionWords } from './words.ts';

const boxHeight = 40;
const gap = 4;
const rowGap = 8;
const narrowestBox = 74;
const nameColumn = 7.55;
const mostEvicted = 12;

/** The meaning of a score, in the unit of the policy. */
export function scoreText(policy: string, score: number, nowMs: number, words: EvictionWords): string {
  switch (choiceOf(policy)) {
    case 'counter':
      return words.counter(255 - score);
    case 'ttl':
      return words.expires(-score - nowMs);
    default:
      return words.idle(Math.floor(score / 1000));
  }
}

/** Boxes of equal width in lines, for which the pen makes room; returns the place of the nth one. */
function lines(pen: SheetPen, count: number, most: number) {
  const { left, y, width } = pen;
  const columns = Math.min(most, Math.max(2, Math.floor((width + gap) / (narrowestBox + gap))));
  // Sixteen places stand in lines of equal length.
  const even = [16, 8, 4, 2].find((columnsOf16) => columnsOf16 <= columns) ?? 2;
  const boxWidth = (width - (even - 1) * gap) / even;
  if (count > 0) pen.y += Math.ceil(count / even) * (boxHeight + rowGap) - rowGap;
  return {
    boxWidth,
    at: (nth: number) => ({
      x: left + (nth % even) * (boxWidth + gap),
      y: y + Math.floor(nth / even) * (boxHeight + rowGap),
    }),
  };
}

function twoLines(width: number, name: string, note: string): BoxMark['texts'] {
  const columns = Math.max(3, Math.floor((width - 10) / nameColumn));
  const room = Math.floor((width - 8) / 6.2);
  return [
    { x: 5, y: 13, text: cutToColumns(name, columns) },
    { x: 5, y: 29, text: cutToColumns(columnsOf(note) <= room ? note : wordless(note), room), look: 'note' },
  ];
}

/** A score without the word before its number, if both do not fit: no digit of a number may go. */
function wordless(score: string): string {
  return score.replace(/^(→ )?\D+ (?=\d)/, '$1');
}

/** Returns the boxes of the sample, each under its database and key. */
export function drawSample(
  pen: SheetPen,
  { view, step }: Scene<EvictionView>,
  words: EvictionWords,
): ReadonlyMap<string, BoxMark> {
  const { lastSamples } = view;
  const note = lastSamples.length === 0 ? words.noSample : words.sampleNote(lastSamples.length);
  pen.heading('sample', words.sample, note);
  const place = lines(pen, lastSamples.length, 8);
  const boxes = new Map<string, BoxMark>();
  const isNow = step?.type === 'eviction.sample';
  lastSamples.forEach((sample, nth) => {
    const score = scoreText(view.policy, sample.score, view.nowMs, words);
    const fate = sample.place < 0 ? words.notTaken : words.taken(sample.place);
    const box: BoxMark = {
      id: `sample:${nth}`,
      ...place.at(nth),
      width: place.boxWidth,
      height: boxHeight,
      tone: sample.place < 0 ? 'soft' : 'plain',
      hot: isNow && isOf(sample, step.db, step.keys),
      says: { head: `${nameOf(view, sample)} · ${score}`, detail: fate },
      texts: twoLines(place.boxWidth, nameOf(view, sample), score),
    };
    pen.boxes.push(box);
    boxes.set(`${sample.db}:${sample.key}`, box);
  });
  return boxes;
}

function isOf({ db, key }: EvictionSampleView, stepDb: number, keys: readonly string[]): boolean {
  return db === stepDb && keys.includes(key);
}

function nameOf(view: EvictionView, { db, key }: { readonly db: number; readonly key: string }): string {
  return db === view.db ? key : `db${db} ${key}`;
}

/** The sixteen places, and lines from the sample to the places it got. */
export function drawPool(
  pen: SheetPen,
  { view, step }: Scene<EvictionView>,
  samples: ReadonlyMap<string, BoxMark>,
  words: EvictionWords,
): void {
  pen.heading('pool', words.pool);
  const place = lines(pen, view.poolSize, 16);
  const isNow = step?.type === 'eviction.sample';
  const lowest = Math.max(...[...samples.values()].map(({ y }) => y));
  for (let nth = 0; nth < view.poolSize; nth++) {
    const entry: PoolEntryView | undefined = view.pool[nth];
    const at = { ...place.at(nth), width: place.boxWidth, height: boxHeight };
    if (entry === undefined) {
      pen.boxes.push({
        id: `free:${nth}`,
        ...at,
        tone: 'ghost',
        says: { head: words.place(nth, view.poolSize), detail: words.poolFree },
        texts: [{ x: at.width / 2, y: boxHeight / 2, text: String(nth), look: 'note', anchor: 'middle' }],
      });
      continue;
    }
    const name = nameOf(view, entry);
    const score = scoreText(view.policy, entry.score, view.nowMs, words);
    const isBest = nth === view.pool.length - 1;
    const about = [words.place(nth, view.poolSize)];
    if (entry.ghost) about.push(words.ghostSays);
    else if (isBest) about.push(words.nextSays);
    // A name that stands there twice was added once now.
    const sample =
      isNow && countBefore(view.pool, nth) === 0 ? samples.get(`${entry.db}:${entry.key}`) : undefined;
    pen.boxes.push({
      id: `pool:${entry.db}:${entry.key}:${countBefore(view.pool, nth)}`,
      ...at,
      tone: entry.ghost ? 'ghost' : isBest ? 'bad' : 'plain',
      hot: sample !== undefined,
      says: {
        head: `${name} · ${score}${isBest && !entry.ghost ? ` · ${words.next}` : ''}`,
        detail: about.join(' · '),
      },
      part: `pool${partWhere('key', entry.key)}`,
      texts: twoLines(at.width, name, entry.ghost ? words.ghost : isBest ? `→ ${score}` : score),
      enters: sample === undefined ? undefined : { x: sample.x, y: sample.y },
    });
    // A line behind other boxes would be unreadable; their colour shows the new ones.
    if (sample !== undefined && sample.y === lowest && at.y === place.at(0).y) {
      pen.links.push({
        id: `offer:${entry.db}:${entry.key}`,
        from: { x: sample.x + sample.width / 2, y: sample.y + sample.height },
        to: { x: at.x + at.width / 2, y: at.y },
        hot: true,
        arrow: true,
      });
    }
  }
  // Not beside the heading: the lines of the sample end there.
  pen.y += 4;
  pen.note('pool', words.poolNote);
}

/** One name may stand in the pool twice, added by two samples. */
function countBefore(pool: readonly PoolEntryView[], nth: number): number {
  const { db, key } = pool[nth];
  return pool.slice(0, nth).filter((other) => other.db === db && other.key === key).length;
}

export function drawEvicted(pen: SheetPen, { view, step }: Scene<EvictionView>, words: EvictionWords): void {
  const latest = view.evicted.toReversed().slice(0, mostEvicted);
  const note = latest.length === 0 ? words.noneGone : words.goneNote;
  pen.heading('gone', words.gone, note);
  const place = lines(pen, latest.length, 8);
  latest.forEach((gone, nth) => {
    const score = gone.score === null ? '' : scoreText(gone.policy, gone.score, gone.atMs, words);
    const freed = formatBytes(gone.freedBytes);
    const isNow = nth === 0 && step?.type === 'key.evicted' && step.key === gone.key;
    // Counted from the first one, so that it stays the same box when others come before it.
    const number = view.evictedKeys - nth;
    pen.boxes.push({
      id: `gone:${number}`,
      ...place.at(nth),
      width: place.boxWidth,
      height: boxHeight,
      tone: 'ghost',
      hot: isNow,
      says: {
        head: [nameOf(view, gone), score].filter((text) => text !== '').join(' · '),
        detail: `${words.goneSays(gone.policy, freed)} · ${words.ago(view.nowMs - gone.atMs)}`,
      },
      texts: twoLines(place.boxWidth, `−${nameOf(view, gone)}`, `${freed}`),
    });
  });
}
