/** The bytes that went over the wire. */
import type { FrameDetail } from '../../protocol/messages.ts';
import type { TargetOf } from '../../protocol/views.ts';
import type { WireView } from '../../protocol/views-work.ts';
import type { SessionHistory } from '../history/session-history.ts';
import { type LogViewKind, withViews } from './kind.ts';
import { WireHistory } from './wire-history.ts';
import { isTooLong } from './work.ts';

type WireTarget = TargetOf<'wire'>;

export class WireViews implements LogViewKind<WireTarget> {
  readonly #history: SessionHistory;
  /** Made at the first question: until then it costs nothing. */
  #wire: WireHistory | null = null;

  constructor(history: SessionHistory) {
    this.#history = history;
  }

  forget(): void {
    this.#wire = null;
  }

  view(_target: WireTarget, atFrame: number): WireView {
    return this.#view(atFrame, true);
  }

  /** Between request and reply there is the request. */
  into(detail: FrameDetail, id: string, target: WireTarget): FrameDetail {
    const { index, moments } = detail;
    const after = this.view(target, index);
    if (index === 0) return withViews(detail, id, () => after);
    const before = this.view(target, index - 1);
    const running = after.tooLong ? before : this.#view(index, false);
    return withViews(detail, id, (_, at) => {
      if (at === 0) return before;
      return at === moments.length - 1 ? after : running;
    });
  }

  #view(atFrame: number, answered: boolean): WireView {
    const history = this.#history;
    if (isTooLong(history, atFrame)) {
      const empty = new WireHistory(history).view(0, true);
      return { ...empty, nowMs: history.frames[atFrame].summary.atMs, frame: atFrame, tooLong: true };
    }
    this.#wire ??= new WireHistory(history);
    history.follow(this.#wire, atFrame);
    return this.#wire.view(atFrame, answered);
  }
}
