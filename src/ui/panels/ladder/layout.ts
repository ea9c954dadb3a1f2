/** A sorted set as a ladder, the highest score on top: by rank, every rung as high as the others, or by score. */
import { partWhere } from '../../../protocol/parts.ts';
import type { Step } from '../../../protocol/steps.ts';
import type { LadderQueryView, LadderView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { cutToWidth, SheetPen, textWidth } from '../sheet-pen.ts';
import type { BoxMark, Scene, Sheet, Size, TextMark } from '../stage/sheet.ts';
import { finiteRange, scoreNumber, shareOf, spread } from './scale.ts';
import { type LadderWords, ladderWords } from './words.ts';

const rungHeight = 28;
const most = 820;

/** A rung with what is to be said of it. */
export interface Rung {
  readonly member: string;
  readonly score: string;
  readonly rank: number;
  readonly standing: 'taken' | 'skipped' | 'outside';
}

export function rungsOf({ rungs, from, query }: LadderView): Rung[] {
  return rungs.map(({ member, score }, nth) => {
    const rank = from + nth;
    return { member, score, rank, standing: query === null ? 'outside' : standingOf(query, rank) };
  });
}

function standingOf({ from, count, takenFrom, takenCount }: LadderQueryView, rank: number): Rung['standing'] {
  if (rank >= takenFrom && rank < takenFrom + takenCount) return 'taken';
  return rank >= from && rank < from + count ? 'skipped' : 'outside';
}

export function layoutLadder(scale: 'rank' | 'score') {
  return ({ view, step, steps, phase }: Scene<LadderView>, size: Size, language: Language): Sheet => {
    const words = ladderWords[language];
    const width = Math.min(size.width - 4, most);
    const pen = new SheetPen(width);
    drawQuery(pen, view, step, words);
    const rungs = rungsOf(view).reverse();
    if (scale === 'rank') drawByRank(pen, view, rungs, step, words);
    else drawByScore(pen, view, rungs, step, words, size.height);
    // What a command asked for is to be seen when it has answered.
    const isAsked = step === null ? phase === 'after' : step.type === 'zset.asked';
    const wasAsked = isAsked && steps.some(({ type }) => type === 'zset.asked');
    const focus =
      pen.boxes.find(
        ({ id, hot, tone }) => id.startsWith('rung:') && (hot === true || (wasAsked && tone === 'new')),
      ) ?? null;
    return pen.sheet(width, focus);
  };
}

/** What was asked last, as a window: its ends, its limits, how many lie in it. */
function drawQuery(pen: SheetPen, view: LadderView, step: Step | null, words: LadderWords): void {
  const { query } = view;
  if (query === null) return;
  const isAsked = step?.type === 'zset.asked' && step.zset === view.address;
  const hasLimit = query.offset !== 0 || query.limit >= 0;
  pen.title('asked', words.asked(query), query.command);
  pen.pills(
    [
      {
        id: 'query',
        text: answerOf(view, query, words),
        look: 'figure',
        tone: query.count === 0 ? 'ghost' : 'new',
        hot: isAsked,
        says: { head: words.asked(query), detail: query.command },
        part: 'query',
      },
      ...(hasLimit
        ? [
            {
              id: 'limit',
              text: words.limited(query.offset, query.limit),
              look: 'figure' as const,
              tone: 'meta' as const,
              says: { head: words.limited(query.offset, query.limit) },
            },
          ]
        : []),
    ],
    pen.left,
    pen.right,
    24,
  );
  pen.y += 12;
}

function answerOf({ length }: LadderView, query: LadderQueryView, words: LadderWords): string {
  if (query.count === 0) return words.nobody;
  if (query.by !== 'member') return words.inIt(query.count);
  return words.memberAt(query.reverse ? length - 1 - query.from : query.from);
}

interface Columns {
  readonly rank: number;
  readonly reverse: number;
  readonly score: number;
}

function drawByRank(
  pen: SheetPen,
  view: LadderView,
  rungs: readonly Rung[],
  step: Step | null,
  words: LadderWords,
): void {
  const columns: Columns = {
    rank: 50,
    reverse: pen.width < 420 ? 0 : 74,
    score: scoreWidth(rungs, pen.width),
  };
  drawHeads(pen, columns, words);
  const [low, high] = finiteRange([view.lowest, view.highest].map((score) => scoreNumber(score ?? '0')));
  const base = Math.min(0, low);
  const left = pen.left + columns.rank + columns.reverse;
  const right = pen.right - columns.score;
  for (const rung of rungs) {
    pen.labels.push(
      {
        id: `rank:${rung.member}`,
        x: pen.left + 38,
        y: pen.y + 13,
        text: String(rung.rank),
        look: 'figure',
        anchor: 'end',
        tone: 'meta',
      },
      {
        id: `score:${rung.member}`,
        x: pen.right - 4,
        y: pen.y + 13,
        text: cutToWidth(rung.score, columns.score - 8),
        anchor: 'end',
      },
    );
    if (columns.reverse > 0) {
      pen.labels.push({
        id: `reverse:${rung.member}`,
        x: pen.left + columns.rank + 52,
        y: pen.y + 13,
        text: String(view.length - 1 - rung.rank),
        look: 'figure',
        anchor: 'end',
        tone: 'soft',
      });
    }
    const place = { x: left, y: pen.y, width: right - left, height: rungHeight - 4 };
    pen.boxes.push({
      ...rungBox(view, rung, place, step, words),
      share: high === base ? 1 : shareOf(scoreNumber(rung.score), base, high),
    });
    pen.y += rungHeight;
  }
}

function drawHeads(pen: SheetPen, columns: Columns, words: LadderWords): void {
  const heads: readonly (readonly [string, number, 'start' | 'end'])[] = [
    [words.rank, pen.left + 42, 'end'],
    ...(columns.reverse === 0 ? [] : [[words.reverseRank, pen.left + columns.rank + 62, 'end'] as const]),
    [words.member, pen.left + columns.rank + columns.reverse + 8, 'start'],
    [words.score, pen.right - 4, 'end'],
  ];
  for (const [text, x, anchor] of heads) {
    pen.labels.push({ id: `head:${text}`, x, y: pen.y + 8, text, look: 'note', anchor });
  }
  pen.y += 20;
}

function scoreWidth(rungs: readonly Rung[], width: number): number {
  const longest = Math.max(40, ...rungs.map(({ score }) => textWidth(score) + 12));
  return Math.min(longest, width * 0.32);
}

/** A rung as a box, with what moved and how far beside the name. */
function rungBox(
  view: LadderView,
  rung: Rung,
  place: Pick<BoxMark, 'x' | 'y' | 'width' | 'height'>,
  step: Step | null,
  words: LadderWords,
): BoxMark {
  const { member, score, rank, standing } = rung;
  const moved =
    step?.type === 'zset.moved' && step.zset === view.address && step.member === member ? step : null;
  const note = moved === null ? '' : moved.fromRank < 0 ? words.new : journey(moved.toRank - moved.fromRank);
  const noteWidth = note === '' ? 0 : textWidth(note, 'figure') + 12;
  const texts: TextMark[] = [
    { x: 10, y: place.height / 2, text: cutToWidth(member, place.width - 20 - noteWidth) },
  ];
  if (note !== '') {
    texts.push({ x: place.width - 8, y: place.height / 2, text: note, look: 'figure', anchor: 'end' });
  }
  const state = standing === 'taken' ? words.taken : standing === 'skipped' ? words.skipped : '';
  const places = words.rungSays(rank, view.length - 1 - rank);
  return {
    ...place,
    id: `rung:${member}`,
    tone: standing === 'taken' ? 'new' : standing === 'skipped' ? 'ghost' : 'plain',
    hot: moved !== null || isVisited(step, member, rank),
    texts,
    says: { head: `${member} · ${score}`, detail: state === '' ? places : `${places} · ${state}` },
    part: `rungs${partWhere('member', member)}.score`,
  };
}

function journey(places: number): string {
  if (places === 0) return '＝';
  return places > 0 ? `▲ ${places}` : `▼ ${-places}`;
}

function isVisited(step: Step | null, member: string, rank: number): boolean {
  return step?.type === 'skiplist.visit' && step.member === member && step.rank === rank + 1;
}

/** A true scale: an axis with a point for each score, and the names as near to their points as they fit. */
function drawByScore(
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
    // Scores that would lie over each other are read from the rungs.
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

/** The part of the scale that was asked for, whether or not anybody stands there. */
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
  // An end that is left out stops short of its point.
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
