/** The ladder on a true scale. */
import type { Step } from '../../../protocol/steps.ts';
import type { LadderView } from '../../../protocol/views.ts';
import { cutToWidth, type SheetPen } from '../stage/pen.ts';
import { type Rung, rungBox, rungHeight, scoreWidth } from './rung.ts';
import { finiteRange, scoreNumber, shareOf, spread } from './scale.ts';
import type { LadderWords } from './words.ts';

/** A true scale: an axis with a point for each score, and the names as near to their points as possible. */
export function drawByScore(
  pen: SheetPen,
  view: LadderView,
  rungs: readonly Rung[],
  step: Step | null,
  words: LadderWords,
  height: number,
): void {
  const scores = rungs.map(({ score }) => scoreNumber(score));
  const [low, high] = finiteRange(scores);
  const top = pen.y + 14;
  const length = Math.max(rungs.length * rungHeight, height - pen.y - 60, 160);
  const axis = pen.left + scoreWidth(rungs, pen.width) + 16;
  const names = axis + 56;
  const yOf = (score: number) => top + (1 - (low === high ? 0.5 : shareOf(score, low, high))) * length;
  drawBand(pen, view, axis, yOf, top, length, words);
  pen.links.push({ id: 'axis', from: { x: axis, y: top - 8 }, to: { x: axis, y: top + length + 8 } });
  const places = spread(scores.map(yOf), rungHeight, top, top + length);
  let written = Number.NEGATIVE_INFINITY;
  for (const [nth, rung] of rungs.entries()) {
    const y = yOf(scores[nth]);
    const at = places[nth];
    const box = rungBox(
      view,
      rung,
      { x: names, y: at - 12, width: Math.max(60, Math.min(240, pen.right - names)), height: 24 },
      step,
      words,
    );
    pen.boxes.push(box, {
      id: `point:${rung.member}`,
      x: axis - 4,
      y: y - 4,
      width: 8,
      height: 8,
      shape: 'pill',
      tone: rung.standing === 'taken' ? 'new' : 'plain',
      hot: box.hot === true,
    });
    pen.links.push({
      id: `to:${rung.member}`,
      from: { x: axis + 5, y },
      to: { x: names - 2, y: at },
      course: 'across',
      hot: box.hot === true,
    });
    // Scores that would overlap are read from the rungs.
    if (y - written >= 15) {
      pen.labels.push({
        id: `score:${rung.member}`,
        x: axis - 12,
        y,
        text: cutToWidth(rung.score, axis - 20),
        anchor: 'end',
      });
      written = y;
    }
  }
  pen.y = top + Math.max(length, (places.at(-1) ?? top) - top) + 24;
}

/** The requested part of the scale, whether or not it has members. */
function drawBand(
  pen: SheetPen,
  { query }: LadderView,
  axis: number,
  yOf: (score: number) => number,
  top: number,
  length: number,
  words: LadderWords,
): void {
  if (query?.by !== 'score') return;
  const end = (text: string) => scoreNumber(text.replace('(', ''));
  const clamp = (y: number) => Math.max(top - 8, Math.min(top + length + 8, y));
  // An exclusive end stops short of its point.
  const short = (text: string) => (text.startsWith('(') ? 7 : -5);
  const upper =
    end(query.max) === Number.POSITIVE_INFINITY ? top - 8 : clamp(yOf(end(query.max)) + short(query.max));
  const lower =
    end(query.min) === Number.NEGATIVE_INFINITY
      ? top + length + 8
      : clamp(yOf(end(query.min)) - short(query.min));
  pen.boxes.push({
    id: 'band',
    x: axis - 9,
    y: upper,
    width: 18,
    height: Math.max(4, lower - upper),
    tone: 'new',
    says: { head: words.asked(query), detail: words.inIt(query.count) },
  });
}
