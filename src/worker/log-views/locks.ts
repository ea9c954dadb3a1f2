/** The history of a lock, and what checks ask about it. */
import { utf8 } from '../../engine/index.ts';
import type { FrameDetail } from '../../protocol/messages.ts';
import type { Step } from '../../protocol/steps.ts';
import type { LocksView, TargetOf } from '../../protocol/views.ts';
import type { SessionHistory } from '../history/session-history.ts';
import type { LockFacts } from '../observe.ts';
import { type LogViewKind, withViews } from './kind.ts';
import { LockHistory } from './lock-history.ts';
import { NodeHistories } from './node-history.ts';

export class LockViews implements LogViewKind<TargetOf<'locks'>> {
  readonly #history: SessionHistory;
  /** Made at the first question: until then they cost nothing. */
  readonly #locks: NodeHistories<LockHistory>;

  constructor(history: SessionHistory) {
    this.#history = history;
    this.#locks = new NodeHistories(history, () => new LockHistory());
  }

  forget(): void {
    this.#locks.forget();
  }

  view({ db, key, server = 0 }: TargetOf<'locks'>, atFrame: number): LocksView | null {
    const locks = this.#following(server, db, key);
    return locks === null ? null : locks.view(db, key, atFrame, this.#locks.nowMs(server, atFrame));
  }

  facts(node: number, db: number, key: string, atFrame: number): LockFacts | null {
    const bytes = utf8(key);
    const lanes = this.#following(node, db, bytes)?.lanesOf(db, bytes, atFrame);
    if (lanes === undefined) return null;
    const owner = lanes.lease?.owner ?? 0;
    const isFree = lanes.lease === null;
    return {
      holders: lanes.holders.length,
      holder: isFree ? 'nobody' : String(owner),
      state: isFree ? 'free' : lanes.stateOf(owner) === 'held' ? 'held' : 'orphaned',
      ...lanes.totals,
    };
  }

  /** The same pictures with a lock in them. Inside a frame the lock changes with the step that touches its key. */
  into(detail: FrameDetail, id: string, target: TargetOf<'locks'>): FrameDetail {
    const after = this.view(target, detail.index);
    const before = detail.index === 0 ? after : this.view(target, detail.index - 1);
    const last = detail.moments.length - 1;
    let changed = false;
    return withViews(detail, id, ({ step }, at) => {
      changed ||= at === last || (step !== null && touches(step, after?.key ?? null));
      return changed ? after : before;
    });
  }

  #following(node: number, db: number, key: Uint8Array | null): LockHistory | null {
    const locks = this.#locks.of(node);
    const history = this.#history;
    if (key !== null && locks.name({ db, key })) history.readAgain();
    let read = this.#locks.follow(node, history.lastIndex);
    while (locks.missed !== null && locks.name(locks.missed)) {
      history.readAgain();
      read = this.#locks.follow(node, history.lastIndex);
    }
    return read;
  }
}

function touches(step: Step, key: string | null): boolean {
  return (
    (step.type === 'dict.insert' || step.type === 'dict.remove' || step.type === 'key.expired') &&
    step.key === key
  );
}
