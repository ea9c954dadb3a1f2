/** The jobs beside the loop: a lane for each kind, over the turns that it lasts. */
import type { LoopJob, LoopView } from '../../../protocol/views.ts';
import type { Head, SheetPen } from '../stage/pen.ts';
import { jobText } from './describe.ts';
import type { LoopWords } from './words.ts';

/** A piece of the drawing and its time. */
export interface Stretch {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly top: number;
  readonly bottom: number;
}

const laneWidth = 44;
const barWidth = 14;
const kinds: readonly LoopJob['job'][] = ['rdb-save', 'aof-rewrite', 'aof-fsync', 'lazy-free'];

function kindsIn({ jobs }: LoopView): LoopJob['job'][] {
  return kinds.filter((kind) => jobs.some(({ job }) => job === kind));
}

export function jobLanesWidth(view: LoopView): number {
  return kindsIn(view).length * laneWidth;
}

/** The name of each lane. */
export function jobLaneHeads(view: LoopView, left: number, words: LoopWords): Head[] {
  return kindsIn(view).map((kind, lane) => ({
    id: `lane:${kind}`,
    x: left + lane * laneWidth + laneWidth / 2,
    text: words.jobShort[kind],
    anchor: 'middle',
  }));
}

export function drawJobs(
  pen: SheetPen,
  view: LoopView,
  stretches: readonly Stretch[],
  left: number,
  words: LoopWords,
): void {
  for (const [lane, kind] of kindsIn(view).entries()) {
    const middle = left + lane * laneWidth + laneWidth / 2;
    for (const job of view.jobs) {
      if (job.job !== kind) continue;
      const top = placeOf(stretches, job.startedAtMs, 24);
      const isRunning = job.state === 'running';
      const bottom = isRunning ? pen.y : placeOf(stretches, job.endsAtMs, 24);
      pen.boxes.push({
        id: `job:${job.job}:${job.id}`,
        x: middle - barWidth / 2,
        y: top,
        width: barWidth,
        height: Math.max(10, bottom - top),
        // Still at work: its end is not there yet.
        tone: isRunning ? 'new' : job.state === 'done' ? 'good' : 'bad',
        says: { head: `${words.job[kind]} · ${jobText(job, words)}`, detail: words.jobAbout[kind] },
      });
    }
  }
}

/** Where an instant lies: inside a turn, or between two. */
export function placeOf(stretches: readonly Stretch[], atMs: number, before: number): number {
  let [fromMs, from] = [Number.NEGATIVE_INFINITY, before];
  for (const { fromMs: startMs, untilMs, top, bottom } of stretches) {
    if (atMs < startMs) {
      const isBounded = fromMs !== Number.NEGATIVE_INFINITY;
      const share = isBounded && startMs > fromMs ? (atMs - fromMs) / (startMs - fromMs) : 0;
      return from + share * (top - from);
    }
    if (atMs <= untilMs) {
      const share = untilMs > startMs ? (atMs - startMs) / (untilMs - startMs) : 1;
      return top + share * (bottom - top);
    }
    [fromMs, from] = [untilMs, bottom];
  }
  return from;
}
