/** One rung of the ladder: its member and its look. */
import { partWhere } from '../../../protocol/parts.ts';
import type { Step } from '../../../protocol/steps.ts';
import type { LadderQueryView, LadderView } from '../../../protocol/views.ts';
import { cutToWidth, textWidth } from '../stage/pen.ts';
import type { BoxMark, Scene, TextMark } from '../stage/sheet.ts';
import { scoreNumber } from './scale.ts';
import type { LadderWords } from './words.ts';

export const rungHeight = 28;

/** A rung with its texts. */
export interface Rung {
  readonly member: string;
  readonly score: string;
  readonly rank: number;
  /** `takenOut`: the step has taken it out, and it may come back elsewhere. */
  readonly standing: 'taken' | 'skipped' | 'outside' | 'takenOut';
}

export function rungsOf({ rungs, from, query }: LadderView): Rung[] {
  return rungs.map(({ member, score }, nth) => {
    const rank = from + nth;
    return { member, score, rank, standing: query === null ? 'outside' : standingOf(query, rank) };
  });
}

/** Rungs with the one that was taken out of the skiplist in this frame and has not come back, where it stood. */
export function withGone(rungs: readonly Rung[], { view, steps, phase }: Scene<LadderView>): Rung[] {
  const last = steps.findLast(
    (step) => 'skiplist' in step && step.skiplist === view.skiplist && changesOrder(step),
  );
  const isGone = phase === 'inside' && last?.type === 'skiplist.remove';
  if (!isGone || rungs.some(({ member }) => member === last.member)) return [...rungs];
  const above = rungs.findIndex(({ member, score }) => {
    const difference = scoreNumber(score) - last.score;
    return difference > 0 || (difference === 0 && member > last.member);
  });
  const at = above < 0 ? rungs.length : above;
  const gone: Rung = { member: last.member, score: scoreText(last.score), rank: -1, standing: 'takenOut' };
  return [...rungs.slice(0, at), gone, ...rungs.slice(at)];
}

function scoreText(score: number): string {
  return Number.isFinite(score) ? String(score) : score > 0 ? 'inf' : '-inf';
}

function changesOrder({ type }: Step): boolean {
  return type === 'skiplist.insert' || type === 'skiplist.remove';
}

function standingOf({ from, count, takenFrom, takenCount }: LadderQueryView, rank: number): Rung['standing'] {
  if (rank >= takenFrom && rank < takenFrom + takenCount) return 'taken';
  return rank >= from && rank < from + count ? 'skipped' : 'outside';
}

/** How wide the column of scores is. */
export function scoreWidth(rungs: readonly Rung[], width: number): number {
  const longest = Math.max(40, ...rungs.map(({ score }) => textWidth(score) + 12));
  return Math.min(longest, width * 0.32);
}

/** A rung as a box, with its movement beside the name. */
export function rungBox(
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
  const state = standing === 'outside' ? '' : words[standing];
  const places = rank < 0 ? '' : words.rungSays(rank, view.length - 1 - rank);
  return {
    ...place,
    id: `rung:${member}`,
    tone: standing === 'taken' ? 'new' : standing === 'outside' ? 'plain' : 'ghost',
    hot: moved !== null || isVisited(step, member, rank),
    texts,
    says: { head: `${member} · ${score}`, detail: [places, state].filter((part) => part !== '').join(' · ') },
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
