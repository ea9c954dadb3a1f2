/** The pictures of a HyperLogLog with the count of what it was really shown (`seen-history.ts`). */
import type { FrameDetail } from '../../protocol/messages.ts';
import type { TargetOf, View } from '../../protocol/views.ts';
import { aimedTarget } from '../aim.ts';
import type { SessionHistory } from '../history/session-history.ts';
import type { Completion } from './kind.ts';
import { NodeHistories } from './node-history.ts';
import { SeenHistory } from './seen-history.ts';

/** A longer history is not replayed for this. */
const MAX_COMMANDS = 50_000;

export class SeenCounts implements Completion<TargetOf<'hll'>> {
  readonly #history: SessionHistory;
  /** Made at the first question: until then they cost nothing. */
  readonly #seen: NodeHistories<SeenHistory>;

  constructor(history: SessionHistory) {
    this.#history = history;
    this.#seen = new NodeHistories(history, () => new SeenHistory());
  }

  forget(): void {
    this.#seen.forget();
  }

  /** The same view with the count in it. */
  within(view: View | null, target: TargetOf<'hll'>, atFrame: number): View | null {
    if (view?.kind !== 'hll' || view.encoding === null) return view;
    const { key } = this.#aimAt(target, atFrame);
    const counts = this.#following(target.server, atFrame);
    return key === null || counts === null ? view : { ...view, seen: counts.seen(target.db, key, atFrame) };
  }

  /** The same pictures with the count in them: inside a frame it grows with every element that is hashed. */
  into(detail: FrameDetail, id: string, target: TargetOf<'hll'>): FrameDetail {
    const { db, key } = this.#aimAt(target, detail.index);
    const counts = this.#following(target.server, detail.index);
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

  #following(server = 0, atFrame: number): SeenHistory | null {
    if (this.#history.frames[atFrame].commandsEnd > MAX_COMMANDS) return null;
    return this.#seen.follow(server, atFrame);
  }

  #aimAt(target: TargetOf<'hll'>, atFrame: number): TargetOf<'hll'> {
    return aimedTarget(target, this.#history.frames.slice(0, atFrame + 1), []) as TargetOf<'hll'>;
  }
}
