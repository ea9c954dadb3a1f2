/**
 * The registry of what is told from the log of commands: the kinds of views that no server keeps, and what a view of a
 * server lacks. The kinds that are read from the server are registered in engine/inspect/index.ts.
 */
import type { FrameDetail } from '../protocol/messages.ts';
import type { SessionStart } from '../protocol/session.ts';
import type { HistoryTarget, TargetOf, View, WatchTarget } from '../protocol/views.ts';
import { CostWatch } from './cost-watch.ts';
import { type Completion, type HistoryKind, withViews } from './history-kind.ts';
import { LockWatch, type Log } from './lock-watch.ts';
import { LoopWatch } from './loop-watch.ts';
import type { LockFacts } from './observe.ts';
import { SeenWatch } from './seen-watch.ts';
import { failedView } from './trouble.ts';
import { WireWatch } from './wire-watch.ts';
import { WorkReplay } from './work-watch.ts';

/** A kind missing here is a type error. */
type HistoryKinds = { readonly [Name in HistoryTarget['kind']]: HistoryKind<TargetOf<Name>> };
type Completions = { readonly [Name in WatchTarget['kind']]?: Completion<TargetOf<Name>> };

export class Histories {
  readonly #locks: LockWatch;
  readonly #kinds: ReadonlyMap<string, HistoryKind<WatchTarget>>;
  readonly #completions: ReadonlyMap<string, Completion<WatchTarget>>;

  constructor(start: SessionStart) {
    const locks = new LockWatch(start);
    const work = new WorkReplay(start);
    const kinds: HistoryKinds = {
      locks,
      loop: new LoopWatch(work),
      wire: new WireWatch(start),
      cost: new CostWatch(work),
    };
    const completions: Completions = { hll: new SeenWatch(start) };
    this.#locks = locks;
    this.#kinds = new Map(Object.entries(kinds));
    this.#completions = new Map(Object.entries(completions));
  }

  /** How to read a history at the end of a frame; null for what the server shows. */
  reader(target: WatchTarget, log: Log): ((atFrame: number) => View) | null {
    const kind = this.#kinds.get(target.kind);
    return kind === undefined ? null : (atFrame) => kind.view(target, log, atFrame);
  }

  /** A view of the server with what only the log knows. */
  complete(view: View | null, target: WatchTarget, log: Log, atFrame: number): View | null {
    const completion = this.#completions.get(target.kind);
    return completion === undefined ? view : completion.within(view, target, log, atFrame);
  }

  /** The same pictures with the histories in them. One that fails takes no other with it. */
  into(detail: FrameDetail, watches: Iterable<readonly [string, WatchTarget]>, log: Log): FrameDetail {
    let result = detail;
    for (const [id, target] of watches) {
      const source = this.#kinds.get(target.kind) ?? this.#completions.get(target.kind);
      if (source === undefined) continue;
      try {
        result = source.into(result, id, target, log);
      } catch (problem) {
        source.forget();
        const failed = failedView(problem);
        result = withViews(result, id, () => failed);
      }
    }
    return result;
  }

  lockFacts(db: number, key: string, log: Log, atFrame: number): LockFacts {
    return this.#locks.facts(db, key, log, atFrame);
  }

  /** Another line of history begins. */
  forget(): void {
    for (const source of [...this.#kinds.values(), ...this.#completions.values()]) source.forget();
  }
}
