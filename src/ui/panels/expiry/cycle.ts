/** The active cycle: the rounds of this frame, each against the accepted share, and the cycles before. */
import type { Step } from '../../../protocol/steps.ts';
import type { ExpiryCycleView, ExpiryView } from '../../../protocol/views.ts';
import { columnsOf } from '../label.ts';
import type { SheetPen } from '../stage/pen.ts';
import type { Scene } from '../stage/sheet.ts';
import type { ExpiryWords } from './words.ts';

const rowHeight = 24;
const rowGap = 4;
const mostRounds = 8;
const barHeight = 44;

export interface Round {
  readonly db: number;
  /** Counted for each database, from 1. */
  readonly round: number;
  readonly sampled: number;
  readonly expired: number;
  readonly percent: number;
  /** Its result: another round, enough, or no time for one. */
  readonly verdict: 'again' | 'content' | 'cut';
}

/** The rounds of the cycle that runs or ran in this frame. */
export function roundsOf(steps: readonly Step[], acceptablePercent: number): Round[] {
  const begin = steps.findLastIndex(({ type }) => type === 'expire.cycle');
  const rounds: Round[] = [];
  for (const step of steps.slice(begin + 1)) {
    if (step.type === 'expire.end' && step.cutOff && rounds.length > 0) {
      rounds.push({ ...rounds.pop()!, verdict: 'cut' });
    }
    if (step.type !== 'expire.sample') continue;
    const before = rounds.findLast(({ db }) => db === step.db);
    const percent = step.sampled === 0 ? 0 : Math.floor((step.expired * 100) / step.sampled);
    rounds.push({
      db: step.db,
      round: (before?.round ?? 0) + 1,
      sampled: step.sampled,
      expired: step.expired,
      percent,
      verdict: step.sampled === 0 || percent > acceptablePercent ? 'again' : 'content',
    });
  }
  return rounds;
}

export function drawCycle(
  pen: SheetPen,
  { view, steps, step }: Scene<ExpiryView>,
  words: ExpiryWords,
  nowMs: number,
): void {
  const cycle = steps.findLast((past) => past.type === 'expire.cycle');
  const latest = view.cycles.at(-1);
  if (!view.enabled) {
    pen.heading('cycle', words.cycle);
    pen.note('off', words.off, 'bad');
    return;
  }
  if (cycle?.type === 'expire.cycle') {
    const rule = words.cycleRule(cycle.kind, cycle.keysPerLoop, cycle.acceptablePercent);
    pen.heading('cycle', words.cycle, rule);
    const rounds = roundsOf(steps, cycle.acceptablePercent);
    drawRounds(pen, rounds, cycle.acceptablePercent, step?.type === 'expire.sample', words);
    return;
  }
  if (latest === undefined) {
    pen.heading('cycle', words.cycle, words.noCycle);
    return;
  }
  const ago = words.ago(Math.max(0, nowMs - latest.atMs));
  pen.heading('cycle', words.cycle, words.latest(latest.kind, ago));
  drawVisits(pen, latest, view.acceptablePercent, words);
}

interface Bar {
  readonly id: string;
  readonly name: string;
  readonly expired: number;
  readonly sampled: number;
  readonly verdict: string;
  readonly hot: boolean;
}

function drawRounds(
  pen: SheetPen,
  rounds: readonly Round[],
  acceptable: number,
  isNow: boolean,
  words: ExpiryWords,
): void {
  const shown = rounds.slice(-mostRounds);
  const bars = shown.map(({ db, round, sampled, expired, verdict }, nth) => ({
    id: `round:${db}:${round}`,
    name: words.round(db, round),
    sampled,
    expired,
    verdict: { again: `↻ ${words.again}`, content: `✓ ${words.content}`, cut: `✂ ${words.cut}` }[verdict],
    hot: isNow && nth === shown.length - 1,
  }));
  const hidden = rounds.length - shown.length;
  drawBars(pen, bars, acceptable, words, hidden > 0 ? words.earlierRounds(hidden) : null);
}

function drawVisits(pen: SheetPen, cycle: ExpiryCycleView, acceptable: number, words: ExpiryWords): void {
  const bars = cycle.visits.slice(0, mostRounds).map(({ db, rounds, sampled, expired }) => ({
    id: `visit:${db}`,
    name: words.visit(db, rounds),
    sampled,
    expired,
    verdict: cycle.isCutOff ? `✂ ${words.cut}` : '',
    hot: false,
  }));
  drawBars(pen, bars, acceptable, words, null);
  pen.boxes.push({
    id: 'budget',
    x: pen.left,
    y: pen.y,
    width: pen.width,
    height: 20,
    tone: cycle.isCutOff ? 'bad' : 'soft',
    share: Math.min(1, cycle.costUs / cycle.limitUs),
    says: {
      head: words.budget(cycle.costUs, cycle.limitUs),
      detail: words.budgetSays(cycle.costUs, cycle.limitUs, cycle.isCutOff),
    },
    texts: [{ x: 8, y: 10, text: words.budget(cycle.costUs, cycle.limitUs), look: 'note' }],
  });
  pen.y += 22;
}

/** How many of the sampled keys were stale, each as a bar, with the line above which the cycle goes on. */
function drawBars(
  pen: SheetPen,
  bars: readonly Bar[],
  acceptable: number,
  words: ExpiryWords,
  note: string | null,
): void {
  const { left: x, y, width } = pen;
  const nameWidth = Math.min(
    width * 0.34,
    Math.max(...bars.map(({ name }) => columnsOf(name)), 8) * 6.7 + 10,
  );
  const barX = x + nameWidth;
  const barWidth = width - nameWidth;
  const lineX = barX + (barWidth * acceptable) / 100;
  let at = y + 16;
  if (bars.length > 0) {
    const text = `${acceptable}%`;
    pen.labels.push({ id: 'acceptable', x: lineX, y: y + 6, text, look: 'note', anchor: 'middle' });
  }
  if (note !== null) pen.labels.push({ id: 'rounds-before', x, y: y + 6, text: note, look: 'note' });
  for (const { id, name, expired, sampled, verdict, hot } of bars) {
    const percent = sampled === 0 ? 0 : Math.floor((expired * 100) / sampled);
    const middle = at + rowHeight / 2;
    pen.labels.push({ id: `name:${id}`, x, y: middle, text: name, look: 'note' });
    const share = words.share(expired, sampled, percent);
    const isRoomy = (columnsOf(share) + columnsOf(verdict)) * 6.6 + 30 < barWidth;
    pen.boxes.push({
      id,
      x: barX,
      y: at,
      width: barWidth,
      height: rowHeight,
      tone: percent > acceptable ? 'bad' : 'plain',
      share: expired / Math.max(1, sampled),
      hot,
      says: {
        head: `${name}: ${share}`,
        detail: `${words.roundSays(expired, sampled, percent, acceptable)} ${verdict}`.trim(),
      },
      texts: [
        { x: 8, y: rowHeight / 2, text: isRoomy ? share : `${expired} / ${sampled}`, look: 'figure' },
        { x: barWidth - 8, y: rowHeight / 2, text: verdict, look: 'note', anchor: 'end' },
      ],
    });
    // In the gaps between the bars, so that it strikes through no figure.
    pen.links.push({
      id: `line:${id}`,
      from: { x: lineX, y: at - rowGap },
      to: { x: lineX, y: at },
    });
    at += rowHeight + rowGap;
  }
  pen.y = at;
}

export function drawHistory(pen: SheetPen, { cycles }: ExpiryView, words: ExpiryWords, nowMs: number): void {
  if (cycles.length === 0) return;
  pen.heading('history', words.history, words.historySays);
  const { left: x, width } = pen;
  const y = pen.y + 12;
  const most = Math.max(...cycles.map(({ sampled }) => sampled));
  const pitch = Math.min(28, width / cycles.length);
  const barWidth = Math.max(4, pitch - 3);
  const seen = new Map<string, number>();
  cycles.forEach((cycle, nth) => {
    const name = `${cycle.kind}:${cycle.atMs}`;
    const again = (seen.get(name) ?? 0) + 1;
    seen.set(name, again);
    const id = `cycle:${name}:${again}`;
    const height = Math.max(5, (cycle.sampled / most) * barHeight);
    const at = { x: x + nth * pitch, y: y + barHeight - height };
    const says = {
      head: `${words.kind(cycle.kind)} · ${words.ago(Math.max(0, nowMs - cycle.atMs))}`,
      detail: `${words.cycleSays(cycle)} · ${words.budget(cycle.costUs, cycle.limitUs)}`,
    };
    pen.boxes.push({ id, ...at, width: barWidth, height, tone: 'plain', says });
    const deleted = (cycle.expired / most) * barHeight;
    if (deleted > 0) {
      const top = y + barHeight - Math.max(2, deleted);
      pen.boxes.push({
        id: `${id}:deleted`,
        x: at.x,
        y: top,
        width: barWidth,
        height: Math.max(2, deleted),
        tone: 'bad',
      });
    }
    const sign = cycle.isCutOff ? '✂' : cycle.kind === 'fast' ? '»' : null;
    if (sign !== null) {
      pen.labels.push({
        id: `${id}:sign`,
        x: at.x + barWidth / 2,
        y: at.y - 7,
        text: sign,
        look: 'note',
        anchor: 'middle',
        tone: cycle.isCutOff ? 'bad' : undefined,
      });
    }
  });
  const first = words.ago(Math.max(0, nowMs - cycles[0].atMs));
  pen.labels.push({ id: 'history:first', x, y: y + barHeight + 9, text: first, look: 'note' });
  if (cycles.length * pitch > 150) {
    const last = words.ago(Math.max(0, nowMs - cycles.at(-1)!.atMs));
    pen.labels.push({
      id: 'history:last',
      x: x + cycles.length * pitch - 3,
      y: y + barHeight + 9,
      text: last,
      look: 'note',
      anchor: 'end',
    });
  }
  pen.y = y + barHeight + 18;
}
