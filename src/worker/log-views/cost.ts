/** What each command cost. */
import type { FrameDetail, Moment } from '../../protocol/messages.ts';
import type { TargetOf } from '../../protocol/views.ts';
import type { CostRow, CostView } from '../../protocol/views-work.ts';
import { CostCounts } from './cost-counts.ts';
import type { NotedRow } from './cost-notes.ts';
import { type LogViewKind, withViews } from './kind.ts';
import type { WorkReading } from './work.ts';

type CostTarget = TargetOf<'cost'>;

export class CostViews implements LogViewKind<CostTarget> {
  readonly #work: WorkReading;

  constructor(work: WorkReading) {
    this.#work = work;
  }

  forget(): void {
    this.#work.forget();
  }

  view({ server = 0 }: CostTarget, atFrame: number): CostView | null {
    const work = this.#work.upTo(server, atFrame);
    if (work === null) return null;
    const view = work.cost(atFrame, this.#work.nowMs(server, atFrame));
    return this.#work.isTooLong(atFrame) ? { ...view, tooLong: true } : view;
  }

  /** Inside a frame the meter runs. */
  into(detail: FrameDetail, id: string, target: CostTarget): FrameDetail {
    const { index, moments } = detail;
    const after = this.view(target, index);
    if (index === 0 || after === null) return withViews(detail, id, () => after);
    const before = this.view(target, index - 1);
    const rows = after.tooLong ? null : this.#work.upTo(target.server ?? 0, index)?.rowsOf(index);
    return withViews(detail, id, (_, at) => {
      if (at === 0) return before;
      if (at === moments.length - 1) return after;
      return rows == null || before === null ? before : costAt(before, rows, moments, at);
    });
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
