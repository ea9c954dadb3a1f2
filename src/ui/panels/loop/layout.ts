/**
 * The turns of the loop from top to bottom. The line on the left is the one thread: filled while it works, red while
 * somebody holds it, dashed while it sleeps. Wide, a turn has its stages side by side; narrow, below each other. Jobs
 * of other threads and children stand on the right, over the turns that they last.
 */
import type { LoopTurn, LoopView } from '../../../protocol/views.ts';
import { cutToWidth, SheetPen, textWidth } from '../stage/pen.ts';
import type { BoxMark, Layout, Sheet } from '../stage/sheet.ts';
import { clockText, timeText } from '../times.ts';
import { type Columns, type Drawing, partBoxes, readBoxes, stack, writeBoxes } from './cells.ts';
import { isOwnWork, longMicroseconds, readsOf, threadsText, waitedUs, whoText } from './describe.ts';
import { drawJobs, jobLaneHeads, jobLanesWidth, type Stretch } from './jobs.ts';
import { type LoopWords, loopWords } from './words.ts';

const gapHeight = 26;
const threadWidth = 10;
/** Stages stand side by side from this width on. */
const wideFrom = 640;

export const layoutLoop: Layout<LoopView> = ({ view, phase }, size, language): Sheet => {
  const words = loopWords[language];
  const pen = new SheetPen(size.width);
  const lanes = pen.right - jobLanesWidth(view);
  const columns = columnsFor(pen, lanes);
  drawHeads(pen, view, columns, lanes, words);
  const reads = readsOf(view);
  const most = Math.max(
    longMicroseconds,
    ...view.turns.flatMap(({ parts }) => parts.map(({ microseconds }) => microseconds ?? 0)),
  );
  const stretches: Stretch[] = [];
  let last: BoxMark | null = null;
  view.turns.forEach((turn, nth) => {
    drawGap(pen, columns, nth === 0 ? null : view.turns[nth - 1], turn, words);
    const top = pen.y;
    const isNewest = nth === view.turns.length - 1 && phase === 'after';
    const boxes = drawTurn({ pen, columns, view, turn, reads: reads[nth], most, isNewest, words });
    last = boxes;
    stretches.push({ fromMs: turn.fromUs / 1000, untilMs: turn.untilUs / 1000, top, bottom: pen.y });
  });
  pen.y += 4;
  drawJobs(pen, view, stretches, lanes, words);
  return pen.sheet(size.width, last);
};

function columnsFor(pen: SheetPen, right: number): Columns {
  const isWide = right - pen.left >= wideFrom;
  if (!isWide) {
    const thread = { x: pen.left, width: threadWidth };
    const all = { x: pen.left + threadWidth + 10, width: right - pen.left - threadWidth - 14 };
    return { isWide, wakes: all, thread, reads: all, runs: all, own: all, writes: all };
  }
  const wakes = { x: pen.left, width: 132 };
  const thread = { x: wakes.x + wakes.width + 6, width: threadWidth };
  const from = thread.x + threadWidth + 12;
  const room = right - from - 8 - 3 * 8;
  const shares = [0.2, 0.36, 0.24, 0.2];
  let x = from;
  const [reads, runs, own, writes] = shares.map((share) => {
    const column = { x, width: room * share };
    x += column.width + 8;
    return column;
  });
  return { isWide, wakes, thread, reads, runs, own, writes };
}

/** The names of the columns. Narrow, only those beside the thread have names. */
function drawHeads(pen: SheetPen, view: LoopView, columns: Columns, lanes: number, words: LoopWords): void {
  const names = columns.isWide ? (['wakes', 'reads', 'runs', 'own', 'writes'] as const) : [];
  const heads = [
    ...names.map((name) => ({ id: `head:${name}`, x: columns[name].x, text: words.columns[name] })),
    ...jobLaneHeads(view, lanes, words),
  ];
  if (heads.length > 0) pen.heads(heads);
}

/** Between two turns the thread sleeps, unless somebody holds it. */
function drawGap(
  pen: SheetPen,
  { thread, runs }: Columns,
  before: LoopTurn | null,
  turn: LoopTurn,
  words: LoopWords,
): void {
  if (before === null) {
    pen.y += 4;
    return;
  }
  const sleptUs = Math.round(turn.atMs * 1000) - turn.idleFromUs;
  // A script continues, slice by slice, in the time between two turns.
  const heldUs =
    before.heldBy === 'script' ? Math.min(turn.idleFromUs, Math.round(turn.atMs * 1000)) - before.untilUs : 0;
  const texts = [
    ...(heldUs > 0 ? [words.heldOn(timeText(heldUs, words.language))] : []),
    ...(sleptUs > 0 ? [words.slept(timeText(sleptUs, words.language))] : []),
    ...(turn.idleTimers > 0 ? [words.idleTimers(turn.idleTimers)] : []),
  ];
  const height = texts.length > 0 ? gapHeight : 10;
  pen.boxes.push({
    id: `gap:${turn.turn}`,
    x: thread.x + 2,
    y: pen.y,
    width: threadWidth - 4,
    height,
    tone: sleptUs <= -longMicroseconds || heldUs > 0 ? 'bad' : 'ghost',
    ...(texts.length === 0 ? {} : { says: { head: texts.join(' · '), detail: words.sleptAbout } }),
  });
  if (texts.length > 0) {
    const text = cutToWidth(texts.join(' · '), runs.width + (runs.x - thread.x), 'note');
    pen.labels.push({
      id: `gap:${turn.turn}`,
      x: thread.x + threadWidth + 12,
      y: pen.y + height / 2,
      text,
      look: 'note',
      tone: 'soft',
    });
  }
  pen.y += height;
}

function drawTurn(drawing: Drawing): BoxMark {
  const { pen, columns, view, turn, isNewest, words } = drawing;
  const top = pen.y;
  const { wakes, thread, isWide } = columns;
  const picks = String(turn.frame);
  const cause = words.cause(turn.cause, whoText(view, turn.client, words));
  pen.labels.push({
    id: `clock:${turn.turn}`,
    x: wakes.x,
    y: top + 9,
    text: clockText(turn.atMs),
    look: 'byte',
    tone: 'soft',
  });
  const besideClock = isWide ? 0 : textWidth(clockText(turn.atMs), 'byte') + 8;
  pen.labels.push({
    id: `cause:${turn.turn}`,
    x: wakes.x + besideClock,
    y: top + (isWide ? 26 : 9),
    text: cutToWidth(cause, wakes.width - besideClock, 'note'),
    look: 'note',
    hot: isNewest,
  });
  if (!isWide) pen.y += 20;
  const start = pen.y;
  const ends = [
    stack(drawing, columns.reads, readBoxes(drawing)),
    stack(
      drawing,
      columns.runs,
      partBoxes(
        drawing,
        turn.parts.filter((part) => !isOwnWork(part)),
        'runs',
      ),
    ),
    stack(drawing, columns.own, partBoxes(drawing, turn.parts.filter(isOwnWork), 'own')),
    stack(drawing, columns.writes, writeBoxes(drawing)),
  ];
  pen.y = Math.max(isWide ? start + 38 : start, ...ends);
  const waited = waitedUs(turn);
  const head = [words.turn(turn.turn), cause].join(' · ');
  const threads = threadsText(view, turn, words);
  const detail = [
    waited > 0 ? words.queued(timeText(waited, words.language)) : null,
    timeText(turn.untilUs - turn.fromUs, words.language),
    threads,
  ].filter((piece) => piece !== null);
  const bar: BoxMark = {
    id: `turn:${turn.turn}`,
    x: thread.x,
    y: top,
    width: threadWidth,
    height: pen.y - top,
    tone: turn.unread || isLong(turn) ? 'bad' : 'old',
    says: { head: head, detail: detail.join(' · ') },
    picks,
  };
  pen.boxes.push(bar);
  return { ...bar, x: pen.left };
}

function isLong({ fromUs, untilUs }: LoopTurn): boolean {
  return untilUs - fromUs >= longMicroseconds;
}
