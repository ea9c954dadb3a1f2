/** The turns of the event loop. */
import type { FrameDetail } from '../../protocol/messages.ts';
import type { TargetOf } from '../../protocol/views.ts';
import type { LoopView } from '../../protocol/views-work.ts';
import { type LogViewKind, withViews } from './kind.ts';
import type { WorkReading } from './work.ts';

type LoopTarget = TargetOf<'loop'>;

export class LoopViews implements LogViewKind<LoopTarget> {
  readonly #work: WorkReading;

  constructor(work: WorkReading) {
    this.#work = work;
  }

  forget(): void {
    this.#work.forget();
  }

  view({ turns, server = 0 }: LoopTarget, atFrame: number): LoopView | null {
    const work = this.#work.upTo(server, atFrame);
    if (work === null) return null;
    const view = work.loop(atFrame, this.#work.nowMs(server, atFrame), turns);
    return this.#work.isTooLong(atFrame) ? { ...view, tooLong: true } : view;
  }

  /** A turn is over when its command is. */
  into(detail: FrameDetail, id: string, target: LoopTarget): FrameDetail {
    const { index, moments } = detail;
    const after = this.view(target, index);
    const before = index === 0 ? after : this.view(target, index - 1);
    return withViews(detail, id, (_, at) => (at === moments.length - 1 ? after : before));
  }
}
