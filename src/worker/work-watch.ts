/** Puts the histories of work into the pictures of frames: turns of the loop, bytes on the wire, costs. */
import type { FrameDetail, Moment } from '../protocol/messages.ts';
import type { SessionStart } from '../protocol/session.ts';
import type { View, WorkTarget, WorkView } from '../protocol/views.ts';
import type { CostRow, CostView } from '../protocol/views-work.ts';
import { CostCounts } from './cost-counts.ts';
import type { NotedRow } from './cost-notes.ts';
import type { Log } from './lock-watch.ts';
import { WireWitness } from './wire-witness.ts';
import { WorkWitness } from './work-witness.ts';

/** A longer history is not replayed to be looked at: pipelines run at full speed, every frame costs more than that. */
const MAX_FRAMES = 30_000;
const MAX_COMMANDS = 300_000;

function isTooLong({ frames }: Log, atFrame: number): boolean {
  return atFrame > MAX_FRAMES || frames[atFrame].commandsEnd > MAX_COMMANDS;
}

export class WorkWatch {
  readonly #start: SessionStart;
  /** Made when somebody looks: until then nobody pays for them. */
  #work: WorkWitness | null = null;
  #wire: WireWitness | null = null;

  constructor(start: SessionStart) {
    this.#start = start;
  }

  /** Another line of history begins. */
  forget(): void {
    this.#work = null;
    this.#wire = null;
  }

  view(target: WorkTarget, log: Log, atFrame: number): WorkView {
    const nowMs = log.frames[atFrame].summary.atMs;
    const tooLong = isTooLong(log, atFrame);
    if (target.kind === 'wire') {
      const wire = tooLong ? new WireWitness(this.#start) : this.#wireOf();
      return tooLong
        ? { ...wire.view(log, 0, true), nowMs, frame: atFrame, tooLong }
        : wire.view(log, atFrame, true);
    }
    const work = tooLong ? new WorkWitness(this.#start) : this.#following(log, atFrame);
    const view = target.kind === 'loop' ? work.loop(atFrame, nowMs, target.turns) : work.cost(atFrame, nowMs);
    return tooLong ? { ...view, tooLong } : view;
  }

  /** The same pictures with this history in them. */
  into(detail: FrameDetail, id: string, target: WorkTarget, log: Log): FrameDetail {
    const views = this.#alongMoments(target, detail.moments, log, detail.index);
    const moments = detail.moments.map(({ step, picture }, at) => ({
      step,
      picture: { ...picture, [id]: views[at] },
    }));
    return { ...detail, moments };
  }

  #alongMoments(target: WorkTarget, moments: readonly Moment[], log: Log, frame: number): View[] {
    const after = this.view(target, log, frame);
    const before = frame === 0 ? after : this.view(target, log, frame - 1);
    const last = moments.length - 1;
    if (frame === 0) return moments.map(() => after);
    if (after.kind === 'wire' && !after.tooLong) {
      const running = this.#wireOf().view(log, frame, false);
      return moments.map((_, at) => (at === 0 ? before : at === last ? after : running));
    }
    if (after.kind === 'cost' && !after.tooLong) {
      const rows = this.#following(log, frame).rowsOf(frame);
      return moments.map((_, at) => {
        if (at === 0) return before;
        return at === last ? after : costAt(before as CostView, rows, moments, at);
      });
    }
    return moments.map((_, at) => (at === last ? after : before));
  }

  #following(log: Log, atFrame: number): WorkWitness {
    this.#work ??= new WorkWitness(this.#start);
    this.#work.follow(log, atFrame);
    return this.#work;
  }

  #wireOf(): WireWitness {
    this.#wire ??= new WireWitness(this.#start);
    return this.#wire;
  }
}

/** The meter in the middle of a frame: commands that are through, and the one that runs, counted up to here. */
function costAt(
  before: CostView,
  rows: readonly NotedRow[],
  moments: readonly Moment[],
  at: number,
): CostView {
  const shown: CostRow[] = [];
  let complete = true;
  for (const { row, fromStep, toStep } of rows) {
    // Moment n is step n - 1.
    if (at - 1 < fromStep) break;
    complete = at >= toStep;
    shown.unshift(complete ? row : { ...row, ...uncounted, counts: countsOf(moments, fromStep, at - 1) });
  }
  const limit = Math.max(before.rows.length, 11);
  return { ...before, rows: [...shown, ...before.rows].slice(0, limit), complete };
}

/** What is known of a command only when it has run. */
const uncounted = {
  microseconds: 0,
  insideMicroseconds: 0,
  replyBytes: 0,
  replyElements: 0,
  changes: 0,
  heapBytes: 0,
  failed: false,
  classes: [],
} satisfies Partial<CostRow>;

function countsOf(moments: readonly Moment[], fromStep: number, toStep: number): CostRow['counts'] {
  const counts = new CostCounts();
  for (let index = fromStep; index <= toStep; index++) {
    const step = moments[index + 1]?.step;
    if (step != null) counts.add(step);
  }
  return counts.list;
}
