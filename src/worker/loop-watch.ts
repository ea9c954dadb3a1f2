/** The turns of the event loop. */
import type { FrameDetail } from '../protocol/messages.ts';
import type { TargetOf } from '../protocol/views.ts';
import type { LoopView } from '../protocol/views-work.ts';
import { type HistoryKind, withViews } from './history-kind.ts';
import type { Log } from './lock-watch.ts';
import { isTooLong, type WorkReplay } from './work-watch.ts';

type LoopTarget = TargetOf<'loop'>;

export class LoopWatch implements HistoryKind<LoopTarget> {
  readonly #work: WorkReplay;

  constructor(work: WorkReplay) {
    this.#work = work;
  }

  forget(): void {
    this.#work.forget();
  }

  view({ turns }: LoopTarget, log: Log, atFrame: number): LoopView {
    const { atMs } = log.frames[atFrame].summary;
    const view = this.#work.upTo(log, atFrame).loop(atFrame, atMs, turns);
    return isTooLong(log, atFrame) ? { ...view, tooLong: true } : view;
  }

  /** A turn is over when its command is. */
  into(detail: FrameDetail, id: string, target: LoopTarget, log: Log): FrameDetail {
    const { index, moments } = detail;
    const after = this.view(target, log, index);
    const before = index === 0 ? after : this.view(target, log, index - 1);
    return withViews(detail, id, (_, at) => (at === moments.length - 1 ? after : before));
  }
}
