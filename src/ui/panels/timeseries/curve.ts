/** The samples over time: a line, a strip below it for each chunk, and the buckets of rules that are still open. */
import { scaleLinear } from 'd3-scale';
import { partWhere } from '../../../protocol/parts.ts';
import type { TimeSeriesView } from '../../../protocol/views.ts';
import { cutToWidth, type SheetPen, textWidth } from '../stage/pen.ts';
import type { Box, BoxMark } from '../stage/sheet.ts';
import { timeText, valueText } from './format.ts';
import type { Touched } from './touched.ts';
import type { SeriesWords } from './words.ts';

const height = 128;
const dot = 8;
const stripHeight = 10;
const bucketHeight = 20;

export function drawCurve(pen: SheetPen, view: TimeSeriesView, hot: Touched, words: SeriesWords): Box | null {
  pen.title('curve', words.curve, words.curveNote(view.curve.length, view.totalSamples, view.curveIsWhole));
  if (view.curve.length === 0) return null;
  const values = view.curve.map(({ value }) => value);
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  const lastEnd = Math.max(view.lastTimestamp, ...view.rules.map(({ open }) => open?.end ?? 0));
  const gutter = Math.min(
    70,
    Math.max(textWidth(valueText(least), 'note'), textWidth(valueText(greatest), 'note')) + 8,
  );
  const [left, right] = [pen.left + gutter, pen.right - dot];
  // Queries no longer return samples beyond the retention, but they exist until their chunk goes.
  const firstHeld = Math.min(view.firstTimestamp, view.curve[0].timestamp);
  const span = lastEnd - firstHeld || 1;
  const x = scaleLinear([firstHeld, firstHeld + span], [left + dot, right]);
  const y = scaleLinear(least === greatest ? [least - 1, greatest + 1] : [least, greatest], [height - 8, 8]);
  const top = pen.y;
  const edges = [firstHeld, view.lastTimestamp] as const;

  for (const value of least === greatest ? [least] : [least, greatest]) {
    const at = top + y(value);
    pen.labels.push({
      id: `y:${value === least ? 'least' : 'greatest'}`,
      x: left - 8,
      y: at,
      text: cutToWidth(valueText(value), gutter, 'note'),
      look: 'note',
      anchor: 'end',
    });
    pen.links.push({
      id: `grid:${value === least ? 'least' : 'greatest'}`,
      from: { x: left, y: at },
      to: { x: right, y: at },
      tone: 'ghost',
    });
  }
  for (const [nth, point] of view.curve.slice(1).entries()) {
    const before = view.curve[nth];
    pen.links.push({
      id: `line:${point.timestamp}`,
      from: { x: x(before.timestamp), y: top + y(before.value) },
      to: { x: x(point.timestamp), y: top + y(point.value) },
      tone: 'old',
    });
  }
  const focus = drawDots(pen, view, hot, (timestamp, value) => [x(timestamp), top + y(value)], words);
  drawStrips(pen, view, hot, x, top + height, words);
  pen.y = top + height + stripHeight + 4;
  const first = timeText(firstHeld, edges);
  pen.labels.push({ id: 'x:first', x: left + dot, y: pen.y + 6, text: first, look: 'note' });
  if (view.lastTimestamp > firstHeld) {
    const last = timeText(view.lastTimestamp, edges);
    const at = Math.max(
      x(view.lastTimestamp),
      left + dot + textWidth(first, 'note') + textWidth(last, 'note') + 12,
    );
    pen.labels.push({
      id: 'x:last',
      x: Math.min(pen.right, at),
      y: pen.y + 6,
      text: last,
      look: 'note',
      anchor: 'end',
    });
  }
  pen.y += 20;
  drawRetention(pen, view, firstHeld, x, top, words);
  drawBuckets(pen, view, hot, x, words);
  return focus;
}

type Scale = (timestamp: number) => number;

/** The stretch of time of each chunk. */
function drawStrips(
  pen: SheetPen,
  view: TimeSeriesView,
  hot: Touched,
  x: Scale,
  top: number,
  words: SeriesWords,
): void {
  const edges = [view.firstTimestamp, view.lastTimestamp] as const;
  for (const [nth, chunk] of view.chunks.entries()) {
    if (chunk.samples === 0) continue;
    const from = x(chunk.firstTimestamp) - dot / 2;
    const place = view.chunksFrom + nth;
    pen.boxes.push({
      id: `strip:${chunk.address}`,
      x: from,
      y: top,
      width: Math.max(dot, x(chunk.lastTimestamp) + dot / 2 - from),
      height: stripHeight,
      tone: place === view.shown ? 'old' : 'soft',
      hot: hot.chunk === chunk.address && hot.isWhole,
      says: words.chunkSays(
        timeText(chunk.firstTimestamp, edges),
        timeText(chunk.lastTimestamp, edges),
        chunk.usedBits,
        chunk.sizeBytes,
      ),
      picks: `chunk:${place}`,
    });
  }
}

/** The samples whose bits are shown, and the one of the step. */
function drawDots(
  pen: SheetPen,
  view: TimeSeriesView,
  hot: Touched,
  at: (timestamp: number, value: number) => readonly [number, number],
  words: SeriesWords,
): Box | null {
  const edges = [view.firstTimestamp, view.lastTimestamp] as const;
  let focus: Box | null = null;
  const shown = view.samples.map(({ timestamp, value }) => ({ timestamp, value }));
  if (hot.sample !== null && !shown.some(({ timestamp }) => timestamp === hot.sample?.timestamp))
    shown.push(hot.sample);
  for (const { timestamp, value } of shown) {
    const [x, y] = at(timestamp, value);
    const isHot = hot.sample?.timestamp === timestamp;
    const size = isHot ? dot + 3 : dot - 1;
    const mark: BoxMark = {
      id: `dot:${timestamp}`,
      x: x - size / 2,
      y: y - size / 2,
      width: size,
      height: size,
      shape: 'pill',
      tone: 'old',
      hot: isHot,
      says: { head: words.sampleSays(timeText(timestamp, edges), String(value)) },
      part: `samples${partWhere('timestamp', timestamp)}.value`,
    };
    pen.boxes.push(mark);
    if (isHot) focus = mark;
  }
  return focus;
}

function drawRetention(
  pen: SheetPen,
  view: TimeSeriesView,
  firstHeld: number,
  x: Scale,
  top: number,
  words: SeriesWords,
): void {
  const edge = view.lastTimestamp - view.retentionMs;
  if (view.retentionMs === 0 || edge <= firstHeld) return;
  const at = x(edge);
  // The word stands below the times, where it covers no sample.
  pen.links.push({ id: 'retention', from: { x: at, y: top }, to: { x: at, y: pen.y }, tone: 'bad' });
  const width = textWidth(words.retentionEdge, 'note') + 14;
  pen.boxes.push({
    id: 'retention',
    x: Math.max(pen.left, Math.min(at - width / 2, pen.right - width)),
    y: pen.y,
    width,
    height: 18,
    shape: 'pill',
    tone: 'bad',
    texts: [{ x: width / 2, y: 9, text: words.retentionEdge, look: 'note', anchor: 'middle' }],
    says: words.retentionSays(timeText(edge, [view.firstTimestamp, view.lastTimestamp])),
  });
  pen.y += 24;
}

/** Below the curve, on its own time: what each rule has gathered since its bucket began. */
function drawBuckets(pen: SheetPen, view: TimeSeriesView, hot: Touched, x: Scale, words: SeriesWords): void {
  const edges = [view.firstTimestamp, view.lastTimestamp] as const;
  for (const { destination, aggregator, open } of view.rules) {
    if (open === null) continue;
    const from = Math.max(x(view.firstTimestamp), x(open.start));
    const text = words.bucket(aggregator, valueText(open.value));
    const wanted = textWidth(text, 'note') + 14;
    const width = Math.max(wanted, x(open.end) - from);
    pen.boxes.push({
      id: `bucket:${destination}`,
      x: Math.max(pen.left, Math.min(from, pen.right - width)),
      y: pen.y,
      width: Math.min(width, pen.width),
      height: bucketHeight,
      tone: 'new',
      hot: hot.destination,
      texts: [{ x: 7, y: bucketHeight / 2, text, look: 'note' }],
      says: words.bucketSays(
        destination,
        timeText(open.start, edges),
        timeText(open.end, edges),
        open.samples,
      ),
      part: `rules${partWhere('destination', destination)}.open`,
    });
    pen.y += bucketHeight + 4;
  }
}
