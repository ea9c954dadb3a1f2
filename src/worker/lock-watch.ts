/** The history of a lock, and what checks ask about it. */
import { utf8 } from '../engine/index.ts';
import type { FrameDetail } from '../protocol/messages.ts';
import type { Input, SessionStart } from '../protocol/session.ts';
import type { Step } from '../protocol/steps.ts';
import type { LocksTarget, LocksView } from '../protocol/views.ts';
import type { FrameRecord } from './frames.ts';
import { type HistoryKind, withViews } from './history-kind.ts';
import { LockWitness } from './lock-witness.ts';
import type { LockFacts } from './observe.ts';

/** A line of history. */
export interface Log {
  readonly inputs: readonly Input[];
  readonly frames: readonly FrameRecord[];
}

export class LockWatch implements HistoryKind<LocksTarget> {
  readonly #start: SessionStart;
  /** Made when somebody asks: until then nobody pays for it. */
  #witness: LockWitness | null = null;

  constructor(start: SessionStart) {
    this.#start = start;
  }

  /** Another line of history begins. */
  forget(): void {
    this.#witness = null;
  }

  view(target: LocksTarget, log: Log, atFrame: number): LocksView {
    return this.#following(target.db, target.key, log).view(target.db, target.key, log.frames, atFrame);
  }

  facts(db: number, key: string, log: Log, atFrame: number): LockFacts {
    const bytes = utf8(key);
    const lanes = this.#following(db, bytes, log).lanesOf(db, bytes, atFrame);
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
  into(detail: FrameDetail, id: string, target: LocksTarget, log: Log): FrameDetail {
    const after = this.view(target, log, detail.index);
    const before = detail.index === 0 ? after : this.view(target, log, detail.index - 1);
    const last = detail.moments.length - 1;
    let changed = false;
    return withViews(detail, id, ({ step }, at) => {
      changed ||= at === last || (step !== null && touches(step, after.key));
      return changed ? after : before;
    });
  }

  #following(db: number, key: Uint8Array | null, { inputs, frames }: Log): LockWitness {
    this.#witness ??= new LockWitness(this.#start);
    if (key === null) this.#witness.follow(inputs, frames);
    else this.#witness.watch({ db, key }, inputs, frames);
    return this.#witness;
  }
}

function touches(step: Step, key: string | null): boolean {
  return (
    (step.type === 'dict.insert' || step.type === 'dict.remove' || step.type === 'key.expired') &&
    step.key === key
  );
}
