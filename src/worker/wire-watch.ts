/** The bytes that went over the wire. */
import type { FrameDetail } from '../protocol/messages.ts';
import type { SessionStart } from '../protocol/session.ts';
import type { TargetOf } from '../protocol/views.ts';
import type { WireView } from '../protocol/views-work.ts';
import { type HistoryKind, withViews } from './history-kind.ts';
import type { Log } from './lock-watch.ts';
import { WireWitness } from './wire-witness.ts';
import { isTooLong } from './work-watch.ts';

type WireTarget = TargetOf<'wire'>;

export class WireWatch implements HistoryKind<WireTarget> {
  readonly #start: SessionStart;
  /** Made when somebody looks: until then nobody pays for it. */
  #witness: WireWitness | null = null;

  constructor(start: SessionStart) {
    this.#start = start;
  }

  /** Another line of history begins. */
  forget(): void {
    this.#witness = null;
  }

  view(_target: WireTarget, log: Log, atFrame: number): WireView {
    return this.#view(log, atFrame, true);
  }

  /** Between request and reply there is the request. */
  into(detail: FrameDetail, id: string, target: WireTarget, log: Log): FrameDetail {
    const { index, moments } = detail;
    const after = this.view(target, log, index);
    if (index === 0) return withViews(detail, id, () => after);
    const before = this.view(target, log, index - 1);
    const running = after.tooLong ? before : this.#view(log, index, false);
    return withViews(detail, id, (_, at) => {
      if (at === 0) return before;
      return at === moments.length - 1 ? after : running;
    });
  }

  #view(log: Log, atFrame: number, answered: boolean): WireView {
    if (isTooLong(log, atFrame)) {
      const empty = new WireWitness(this.#start).view(log, 0, true);
      return { ...empty, nowMs: log.frames[atFrame].summary.atMs, frame: atFrame, tooLong: true };
    }
    this.#witness ??= new WireWitness(this.#start);
    return this.#witness.view(log, atFrame, answered);
  }
}
