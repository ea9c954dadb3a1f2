/** The bytes that went over the wire. */
import type { FrameDetail } from '../../protocol/messages.ts';
import type { TargetOf } from '../../protocol/views.ts';
import type { WireView } from '../../protocol/views-work.ts';
import type { SessionHistory } from '../history/session-history.ts';
import { type LogViewKind, withViews } from './kind.ts';
import { NodeHistories } from './node-history.ts';
import { WireHistory } from './wire-history.ts';
import { isTooLong } from './work.ts';

type WireTarget = TargetOf<'wire'>;

export class WireViews implements LogViewKind<WireTarget> {
  readonly #history: SessionHistory;
  /** Made at the first question: until then they cost nothing. */
  readonly #wire: NodeHistories<WireHistory>;

  constructor(history: SessionHistory) {
    this.#history = history;
    this.#wire = new NodeHistories(history, () => new WireHistory(history));
  }

  forget(): void {
    this.#wire.forget();
  }

  view({ server = 0 }: WireTarget, atFrame: number): WireView | null {
    return this.#view(server, atFrame, true);
  }

  /** Between request and reply there is the request. */
  into(detail: FrameDetail, id: string, target: WireTarget): FrameDetail {
    const { index, moments } = detail;
    const after = this.view(target, index);
    if (index === 0 || after === null) return withViews(detail, id, () => after);
    const before = this.view(target, index - 1);
    const running = after.tooLong ? before : this.#view(target.server ?? 0, index, false);
    return withViews(detail, id, (_, at) => {
      if (at === 0) return before;
      return at === moments.length - 1 ? after : running;
    });
  }

  #view(node: number, atFrame: number, answered: boolean): WireView | null {
    const history = this.#history;
    if (isTooLong(history, atFrame)) {
      const { atMs } = history.frames[atFrame].summary;
      return { ...new WireHistory(history).view(0, atMs, true), frame: atFrame, tooLong: true };
    }
    const wire = this.#wire.follow(node, atFrame);
    return wire === null ? null : wire.view(atFrame, this.#wire.nowMs(node, atFrame), answered);
  }
}
