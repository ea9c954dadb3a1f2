/**
 * The registry of what is read from the log of commands: the kinds of views that no server keeps, and what a view of a
 * server lacks. The kinds that are read from the server are registered in engine/inspect/index.ts.
 */
import type { FrameDetail } from '../../protocol/messages.ts';
import type { HistoryTarget, TargetOf, View, WatchTarget } from '../../protocol/views.ts';
import type { SessionHistory } from '../history/session-history.ts';
import type { LockFacts } from '../observe.ts';
import { failedView } from '../trouble.ts';
import { CostViews } from './cost.ts';
import { type Completion, type LogViewKind, withViews } from './kind.ts';
import { LockViews } from './locks.ts';
import { LoopViews } from './loop.ts';
import { SeenCounts } from './seen.ts';
import { WireViews } from './wire.ts';
import { WorkReading } from './work.ts';

/** A kind missing here is a type error. */
type LogViewKinds = { readonly [Name in HistoryTarget['kind']]: LogViewKind<TargetOf<Name>> };
type Completions = { readonly [Name in WatchTarget['kind']]?: Completion<TargetOf<Name>> };

export class LogViews {
  readonly #locks: LockViews;
  readonly #kinds: ReadonlyMap<string, LogViewKind<WatchTarget>>;
  readonly #completions: ReadonlyMap<string, Completion<WatchTarget>>;

  constructor(history: SessionHistory) {
    const locks = new LockViews(history);
    const work = new WorkReading(history);
    const kinds: LogViewKinds = {
      locks,
      loop: new LoopViews(work),
      wire: new WireViews(history),
      cost: new CostViews(work),
    };
    const completions: Completions = { hll: new SeenCounts(history) };
    this.#locks = locks;
    this.#kinds = new Map(Object.entries(kinds));
    this.#completions = new Map(Object.entries(completions));
  }

  /** How to read a view at the end of a frame; null for what the server shows. */
  reader(target: WatchTarget): ((atFrame: number) => View | null) | null {
    const kind = this.#kinds.get(target.kind);
    return kind === undefined ? null : (atFrame) => kind.view(target, atFrame);
  }

  /** A view of the server with what only the log knows. */
  complete(view: View | null, target: WatchTarget, atFrame: number): View | null {
    const completion = this.#completions.get(target.kind);
    return completion === undefined ? view : completion.within(view, target, atFrame);
  }

  /** The same pictures with the views from the log in them. One that fails takes no other with it. */
  into(detail: FrameDetail, watches: Iterable<readonly [string, WatchTarget]>): FrameDetail {
    let result = detail;
    for (const [id, target] of watches) {
      const source = this.#kinds.get(target.kind) ?? this.#completions.get(target.kind);
      if (source === undefined) continue;
      try {
        result = source.into(result, id, target);
      } catch (problem) {
        source.forget();
        const failed = failedView(problem);
        result = withViews(result, id, () => failed);
      }
    }
    return result;
  }

  lockFacts(node: number, db: number, key: string, atFrame: number): LockFacts | null {
    return this.#locks.facts(node, db, key, atFrame);
  }

  /** Another line of history begins. */
  forget(): void {
    for (const source of [...this.#kinds.values(), ...this.#completions.values()]) source.forget();
  }
}
