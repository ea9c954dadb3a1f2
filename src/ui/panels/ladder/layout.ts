/** A sorted set as a ladder, the highest score on top: by rank, every rung as high as the others, or by score. */
import type { Step } from '../../../protocol/steps.ts';
import type { LadderQueryView, LadderView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { cutToWidth, SheetPen } from '../stage/pen.ts';
import type { Scene, Sheet, Size } from '../stage/sheet.ts';
import { drawByScore } from './by-score.ts';
import { type Rung, rungBox, rungHeight, rungsOf, scoreWidth, withGone } from './rung.ts';
import { finiteRange, scoreNumber, shareOf } from './scale.ts';
import { type LadderWords, ladderWords } from './words.ts';

/** Wider, and the eye loses the line between a member and its score. */
const most = 960;

export function layoutLadder(scale: 'rank' | 'score') {
  return (scene: Scene<LadderView>, size: Size, language: Language): Sheet => {
    const { view, step, steps, phase } = scene;
    const words = ladderWords[language];
    const width = Math.min(size.width - 4, most);
    const pen = new SheetPen(width);
    drawQuery(pen, view, step, words);
    const rungs = withGone(rungsOf(view), scene).reverse();
    if (scale === 'rank') drawByRank(pen, view, rungs, step, words);
    else drawByScore(pen, view, rungs, step, words, size.height);
    // The queried part stays in sight after the answer.
    const isAsked = step === null ? phase === 'after' : step.type === 'zset.asked';
    const wasAsked = isAsked && steps.some(({ type }) => type === 'zset.asked');
    const focus =
      pen.boxes.find(
        ({ id, hot, tone }) => id.startsWith('rung:') && (hot === true || (wasAsked && tone === 'new')),
      ) ?? null;
    return pen.sheet(width, focus);
  };
}

/** The latest query, as a window: its ends, its limits, its number of members. */
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
  return words.memberAt(query.reverse ? length - 1 - query.from : query.from, query.reverse);
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
  // A narrow sheet has room for one way of counting: that of the command.
  const isNarrow = pen.width < 420;
  const fromTop = view.query?.reverse === true;
  const columns: Columns = {
    rank: isNarrow && fromTop ? 0 : 50,
    reverse: isNarrow && !fromTop ? 0 : 74,
    score: scoreWidth(rungs, pen.width),
  };
  drawHeads(pen, columns, words);
  const [low, high] = finiteRange([view.lowest, view.highest].map((score) => scoreNumber(score ?? '0')));
  const base = Math.min(0, low);
  const left = pen.left + columns.rank + columns.reverse;
  const right = pen.right - columns.score;
  for (const rung of rungs) {
    pen.labels.push({
      id: `score:${rung.member}`,
      x: pen.right - 4,
      y: pen.y + 13,
      text: cutToWidth(rung.score, columns.score - 8),
      anchor: 'end',
    });
    if (columns.rank > 0) {
      pen.labels.push({
        id: `rank:${rung.member}`,
        x: pen.left + 38,
        y: pen.y + 13,
        text: placeText(rung.rank),
        look: 'figure',
        anchor: 'end',
        tone: 'meta',
      });
    }
    if (columns.reverse > 0) {
      pen.labels.push({
        id: `reverse:${rung.member}`,
        x: pen.left + columns.rank + 52,
        y: pen.y + 13,
        text: placeText(rung.rank < 0 ? -1 : view.length - 1 - rung.rank),
        look: 'figure',
        anchor: 'end',
        tone: columns.rank > 0 ? 'soft' : 'meta',
      });
    }
    const place = { x: left, y: pen.y, width: right - left, height: rungHeight - 4 };
    pen.boxes.push({
      ...rungBox(view, rung, place, step, words),
      share: high === base ? 0 : shareOf(scoreNumber(rung.score), base, high),
    });
    pen.y += rungHeight;
  }
}

/** Who has been taken out has no place. */
function placeText(rank: number): string {
  return rank < 0 ? '–' : String(rank);
}

function drawHeads(pen: SheetPen, columns: Columns, words: LadderWords): void {
  const heads: readonly (readonly [string, number, 'start' | 'end'])[] = [
    ...(columns.rank === 0 ? [] : [[words.rank, pen.left + 42, 'end'] as const]),
    ...(columns.reverse === 0 ? [] : [[words.reverseRank, pen.left + columns.rank + 62, 'end'] as const]),
    [words.member, pen.left + columns.rank + columns.reverse + 8, 'start'],
    [words.score, pen.right - 4, 'end'],
  ];
  pen.heads(heads.map(([text, x, anchor]) => ({ id: `head:${text}`, x, text, anchor })));
}
