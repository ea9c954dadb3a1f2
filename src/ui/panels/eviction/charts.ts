/** Two small charts: the uses that an LFU counter stands for, and the hit rate of lookups. */
import type { EvictionView } from '../../../protocol/views.ts';
import type { SheetPen } from '../stage/pen.ts';
import type { Scene } from '../stage/sheet.ts';
import { oddsText, usesFor } from './lfu.ts';
import type { EvictionWords } from './words.ts';

const curveHeight = 92;
const curveLeft = 36;
const mostUses = 1_000_000;
const highest = 255;
/** Counters at the corners of the line: close together where it bends. */
const corners = [5, 6, 7, 8, 10, 12, 15, 20, 27, 36, 50, 70, 95, 125, 160, 200, 255];
const dot = 9;
const barHeight = 40;

/** The counter against uses, on a logarithmic scale, with the keys on it. */
export function drawCurve(pen: SheetPen, { view, step }: Scene<EvictionView>, words: EvictionWords): void {
  const factor = view.logFactor;
  const note = `${words.curveNote(factor)} · ${words.decay(view.decayMinutes)}`;
  pen.heading('curve', words.curve, note);
  const y = pen.y + 4;
  const left = pen.left + curveLeft;
  const width = pen.width - curveLeft - dot;
  const end = Math.max(mostUses, usesFor(highest, factor));
  const spot = (counter: number) => ({
    x: left + (Math.log1p(usesFor(counter, factor)) / Math.log1p(end)) * width,
    y: y + curveHeight - (counter / highest) * curveHeight,
  });
  for (const [nth, counter] of corners.entries()) {
    if (nth === 0) continue;
    pen.links.push({ id: `curve:${nth}`, from: spot(corners[nth - 1]), to: spot(counter), tone: 'meta' });
  }
  pen.links.push({
    id: 'curve:floor',
    from: { x: left, y: y + curveHeight },
    to: { x: left + width, y: y + curveHeight },
  });
  for (const counter of [5, 100, 255]) {
    const text = String(counter);
    pen.labels.push({
      id: `curve:counter:${counter}`,
      x: left - 10,
      y: y + curveHeight - (counter / highest) * curveHeight,
      text,
      look: 'note',
      anchor: 'end',
    });
  }
  for (const uses of [1, 100, 10_000, 1_000_000]) {
    const text = uses === 1_000_000 ? `1M ${words.uses}` : uses === 10_000 ? '10k' : String(uses);
    pen.labels.push({
      id: `curve:uses:${uses}`,
      x: left + (Math.log1p(uses) / Math.log1p(end)) * width,
      y: y + curveHeight + 10,
      text,
      look: 'note',
      anchor: uses === 1_000_000 ? 'end' : 'middle',
    });
  }
  drawDots(
    pen,
    view,
    step?.type === 'lfu.increment' || step?.type === 'lfu.decay' ? step.key : null,
    spot,
    words,
  );
  pen.y = y + curveHeight + 20;
}

/** Keys with the same counter are one dot. */
function drawDots(
  pen: SheetPen,
  view: EvictionView,
  touched: string | null,
  spot: (counter: number) => { x: number; y: number },
  words: EvictionWords,
): void {
  const byCounter = new Map<number, string[]>();
  for (const { key, frequency } of view.rows) {
    const keys = byCounter.get(frequency);
    if (keys === undefined) byCounter.set(frequency, [key]);
    else keys.push(key);
  }
  for (const [counter, keys] of byCounter) {
    const { x, y } = spot(counter);
    const named = keys.slice(0, 4).join(', ') + (keys.length > 4 ? ` … ${words.keyCount(keys.length)}` : '');
    pen.boxes.push({
      id: `dot:${counter}`,
      x: x - dot / 2,
      y: y - dot / 2,
      width: dot,
      height: dot,
      shape: 'pill',
      tone: 'meta',
      hot: touched !== null && keys.includes(touched),
      says: {
        head: named,
        detail: words.curveSays(counter, usesFor(counter, view.logFactor), oddsText(counter, view.logFactor)),
      },
    });
  }
}

export function drawHits(pen: SheetPen, view: EvictionView, words: EvictionWords): void {
  const { spans, perSpan } = view.lookups;
  const note = spans.length === 0 ? words.noHits : words.hitsNote(perSpan);
  pen.heading('hits', words.hits, note);
  pen.y += 2;
  if (spans.length === 0) return;
  const { left, y } = pen;
  const labelWidth = 36;
  const x = left + labelWidth;
  const pitch = Math.min(14, (pen.width - labelWidth) / spans.length);
  const width = Math.max(2, pitch - 2);
  pen.labels.push({ id: 'hits:most', x: left, y: y + 5, text: '100%', look: 'note' });
  pen.labels.push({ id: 'hits:least', x: left, y: y + barHeight - 4, text: '0%', look: 'note' });
  spans.forEach(({ hits, lookups }, nth) => {
    const rate = hits / lookups;
    const at = { x: x + nth * pitch, width };
    pen.boxes.push({
      id: `span:${nth}`,
      ...at,
      y,
      height: barHeight,
      tone: 'soft',
      says: { head: words.share(rate), detail: words.hitsSays(hits, lookups) },
    });
    if (hits > 0) {
      const height = rate * barHeight;
      pen.boxes.push({ id: `span:${nth}:hits`, ...at, y: y + barHeight - height, height, tone: 'good' });
    }
  });
  pen.y += barHeight + 6;
}
