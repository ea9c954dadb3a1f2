/** The pictures of a HyperLogLog with the count of what it was really shown (`seen-history.ts`). */
import type { FrameDetail } from '../../protocol/messages.ts';
import type { HllTarget, View } from '../../protocol/views.ts';
import { aimedTarget } from '../aim.ts';
import type { SessionHistory } from '../history/session-history.ts';
import type { Completion } from './kind.ts';
import { SeenHistory } from './seen-history.ts';

/** A longer history is not replayed for this. */
const MAX_COMMANDS = 50_000;

export class SeenCounts implements Completion<HllTarget> {
  readonly #history: SessionHistory;
  /** Made at the first question: until then it costs nothing. */
  #seen: SeenHistory | null = null;

  constructor(history: SessionHistory) {
    this.#history = history;
  }

  forget(): void {
    this.#seen = null;
  }

  /** The same view with the count in it. */
  within(view: View | null, target: HllTarget, atFrame: number): View | null {
    if (view?.kind !== 'hll' || view.encoding === null) return view;
    const { key } = this.#aimAt(target, atFrame);
    const counts = this.#following(atFrame);
    return key === null || counts === null ? view : { ...view, seen: counts.seen(target.db, key, atFrame) };
  }

  /** The same pictures with the count in them: inside a frame it grows with every element that is hashed. */
  into(detail: FrameDetail, id: string, target: HllTarget): FrameDetail {
    const { db, key } = this.#aimAt(target, detail.index);
    const counts = this.#following(detail.index);
    if (key === null || counts === null) return detail;
    const after = counts.seen(db, key, detail.index);
    const growth = counts.growth(db, key, detail.index);
    let seen = detail.index === 0 ? after : counts.seen(db, key, detail.index - 1);
    let hashed = 0;
    const last = detail.moments.length - 1;
    const moments = detail.moments.map(({ step, picture }, at) => {
      if (step?.type === 'hyperloglog.hash') seen = growth[hashed++] ?? seen;
      const view = picture[id];
      if (view?.kind !== 'hll' || view.encoding === null) return { step, picture };
      return { step, picture: { ...picture, [id]: { ...view, seen: at === last ? after : seen } } };
    });
    return { ...detail, moments };
  }

  #following(atFrame: number): SeenHistory | null {
    if (this.#history.frames[atFrame].commandsEnd > MAX_COMMANDS) return null;
    this.#seen ??= new SeenHistory();
    this.#history.follow(this.#seen, atFrame);
    return this.#seen;
  }

  #aimAt(target: HllTarget, atFrame: number): HllTarget {
    return aimedTarget(target, this.#history.frames.slice(0, atFrame + 1), []) as HllTarget;
  }
}
