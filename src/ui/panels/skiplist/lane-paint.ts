/** Writes the line under the drawing: `4 + 2 + 1 = rank 7`, the draws of a level, the members of a range. */
import { type Selection, select } from 'd3-selection';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import type { Lane } from './lane.ts';
import { skiplistWords } from './words.ts';

type Root = Selection<HTMLElement, unknown, null, undefined>;

export function paintLane(element: HTMLElement, lane: Lane | null, language: Language): void {
  const text = JSON.stringify([lane, language]);
  if (element.dataset.lane === text) return;
  element.dataset.lane = text;
  const root: Root = select(element);
  root.classed('hot', lane?.hot ?? false);
  root.selectAll('*').remove();
  if (lane === null) return;
  if (lane.kind === 'search') paintSum(root, lane, language);
  else if (lane.kind === 'draw') paintDraws(root, lane, language);
  else paintRange(root, lane, language);
}

function paintSum(root: Root, lane: Lane & { kind: 'search' }, language: Language): void {
  const words = skiplistWords[language].lane;
  root.append('span').attr('class', 'lane-end').text(words.atHeader);
  runsByLevel(lane.hops).forEach(({ level, spans }, nth) => {
    if (nth > 0) root.append('span').attr('class', 'lane-sign').text('+');
    const chip = root.append('span').attr('class', 'lane-span');
    chip.append('small').text(skiplistWords[language].level(level));
    spans.forEach((span, at) => {
      if (at > 0) chip.append('span').text('+');
      chip.append('b').text(String(span));
    });
  });
  if (lane.hops.length > 0) root.append('span').attr('class', 'lane-sign').text('=');
  if (lane.rank === 0) return;
  const end = root.append('span').attr('class', 'lane-sum');
  end.append('b').text(words.rank(lane.rank));
  if (lane.member !== null) end.append('code').text(keyInSentence(lane.member));
  if (lane.answer === null) return;
  root.append('span').attr('class', 'lane-note').text(words.answer(lane.answer));
}

/** Hops in a row on the same level belong together. */
function runsByLevel(hops: (Lane & { kind: 'search' })['hops']): { level: number; spans: number[] }[] {
  const runs: { level: number; spans: number[] }[] = [];
  for (const { level, span } of hops) {
    const last = runs[runs.length - 1];
    if (last?.level === level) last.spans.push(span);
    else runs.push({ level, spans: [span] });
  }
  return runs;
}

function paintDraws(root: Root, lane: Lane & { kind: 'draw' }, language: Language): void {
  const words = skiplistWords[language].lane;
  root
    .append('span')
    .attr('class', 'lane-end')
    .text(words.draws(keyInSentence(lane.member)));
  for (const draw of lane.draws) {
    const chip = root.append('span').attr('class', `lane-draw${draw === 0 ? ' up' : ''}`);
    chip.append('b').text(String(draw));
    chip.append('small').text(draw === 0 ? `↑ ${words.up}` : words.stop);
  }
  root.append('span').attr('class', 'lane-sign').text('=');
  root.append('span').attr('class', 'lane-sum').append('b').text(words.levels(lane.levels));
  root.append('span').attr('class', 'lane-note').text('P(0) = 1/4');
}

function paintRange(root: Root, lane: Lane & { kind: 'range' }, language: Language): void {
  const words = skiplistWords[language].lane;
  root.append('span').attr('class', 'lane-end').text(words.taken);
  if (lane.leftOut > 0) root.append('span').attr('class', 'lane-note').text(words.moreTaken(lane.leftOut));
  for (const member of lane.members) {
    root.append('code').attr('class', 'lane-taken').text(keyInSentence(member));
  }
}
