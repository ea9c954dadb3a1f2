/** The history of a lock, and what checks ask about it. */
import { utf8 } from '../../engine/index.ts';
import type { FrameDetail } from '../../protocol/messages.ts';
import type { Step } from '../../protocol/steps.ts';
import type { LocksTarget, LocksView } from '../../protocol/views.ts';
import type { SessionHistory } from '../history/session-history.ts';
import type { LockFacts } from '../observe.ts';
import { type LogViewKind, withViews } from './kind.ts';
import { LockHistory } from './lock-history.ts';

export class LockViews implements LogViewKind<LocksTarget> {
  readonly #history: SessionHistory;
  /** Made at the first question: until then it costs nothing. */
  #locks: LockHistory | null = null;

  constructor(history: SessionHistory) {
    this.#history = history;
  }

  forget(): void {
    this.#locks = null;
  }

  view(target: LocksTarget, atFrame: number): LocksView {
    const locks = this.#following(target.db, target.key);
    return locks.view(target.db, target.key, this.#history.frames, atFrame);
  }

  facts(db: number, key: string, atFrame: number): LockFacts {
    const bytes = utf8(key);
    const lanes = this.#following(db, bytes).lanesOf(db, bytes, atFrame);
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
  into(detail: FrameDetail, id: string, target: LocksTarget): FrameDetail {
    const after = this.view(target, detail.index);
    const before = detail.index === 0 ? after : this.view(target, detail.index - 1);
    const last = detail.moments.length - 1;
    let changed = false;
    return withViews(detail, id, ({ step }, at) => {
      changed ||= at === last || (step !== null && touches(step, after.key));
      return changed ? after : before;
    });
  }

  #following(db: number, key: Uint8Array | null): LockHistory {
    this.#locks ??= new LockHistory();
    const locks = this.#locks;
    const history = this.#history;
    if (key !== null && locks.name({ db, key })) history.readAgain();
    history.follow(locks, history.lastIndex);
    while (locks.missed !== null && locks.name(locks.missed)) {
      history.readAgain();
      history.follow(locks, history.lastIndex);
    }
    return locks;
  }
}

function touches(step: Step, key: string | null): boolean {
  return (
    (step.type === 'dict.insert' || step.type === 'dict.remove' || step.type === 'key.expired') &&
    step.key === key
  );
}
