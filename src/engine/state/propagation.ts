/**
 * How changes reach the append only file and replicas. Mirrors alsoPropagate and propagatePendingCommands of 7.0.
 *
 * A command that changed something (keyspace.dirty grew) is propagated as it was sent, unless it asks for something
 * else while it runs:
 *
 *     const { propagation } = server;
 *     if (propagation.wanted) propagation.rewrite([SET, key, value, PXAT, time]);   // propagated as another command
 *     propagation.prevent();                                                        // not propagated
 *     propagation.force();                                                          // propagated although nothing changed
 *     propagation.force(TO_REPLICAS);                                               // to replicas, not into the file
 *     propagation.also(db, [DEL, key]);                                             // propagated too, before it
 *
 * Everything that one command of a client causes, including the commands it calls (EXEC, scripts) and keys that expire
 * during it, is propagated together when the outermost call ends. More than one command is wrapped in MULTI and EXEC,
 * so that all or none of it happens. Work outside of commands (the expiry cycle, eviction, serving a blocked client)
 * runs inside `unit`.
 *
 * Nothing is collected without a sink. Arguments are kept until the outermost call ends and are not copied.
 */
import { bytesOf } from '../base/bytes.ts';
import type { Database } from '../keyspace/database.ts';

export type PropagatedArguments = readonly Uint8Array[];

/** Receives each propagated command and its database. */
export type PropagationSink = (db: number, args: PropagatedArguments) => void;

/** Where a command is propagated to, as bits. */
export const TO_FILE = 1;
export const TO_REPLICAS = 2;
const TO_ALL = TO_FILE | TO_REPLICAS;

interface Pending {
  readonly db: number;
  readonly args: PropagatedArguments;
  readonly targets: number;
}

/** What one of the nested calls has asked for. */
interface CallFrame {
  rewritten: PropagatedArguments | null;
  prevented: boolean;
  /** Targets that get it even if nothing changed. */
  forced: number;
  dirtyBefore: number;
}

const MULTI: PropagatedArguments = [bytesOf('MULTI')];
const EXEC: PropagatedArguments = [bytesOf('EXEC')];
const DEL = bytesOf('DEL');
const UNLINK = bytesOf('UNLINK');

export class Propagation {
  readonly #sinks: { readonly sink: PropagationSink; readonly target: number }[] = [];
  readonly #frames: CallFrame[] = [];
  #depth = 0;
  #pending: Pending[] = [];
  /** Whether there is a sink. Check it before building arguments only for propagation. */
  wanted = false;
  /** The targets that have a sink. */
  #listening = 0;
  /** redis.set_repl: where the current calls may be propagated to. */
  targets = TO_ALL;
  /** A script is paused between slices: its changes are propagated when it ends. */
  #held = false;

  addSink(sink: PropagationSink, target = TO_FILE): void {
    this.#sinks.push({ sink, target });
    this.#follow();
  }

  removeSink(sink: PropagationSink): void {
    const at = this.#sinks.findIndex((each) => each.sink === sink);
    if (at !== -1) this.#sinks.splice(at, 1);
    this.#follow();
  }

  #follow(): void {
    this.#listening = this.#sinks.reduce((targets, { target }) => targets | target, 0);
    this.wanted = this.#listening !== 0;
  }

  /** Propagates these arguments instead of the running command's own: rewriteClientCommandVector. */
  rewrite(args: PropagatedArguments): void {
    if (this.#depth > 0) this.#frames[this.#depth - 1].rewritten = args;
  }

  /** Does not propagate the running command, whatever it changed: preventCommandPropagation. */
  prevent(): void {
    if (this.#depth > 0) this.#frames[this.#depth - 1].prevented = true;
  }

  /** Propagates the running command even if it changed nothing: forceCommandPropagation. */
  force(targets = TO_ALL): void {
    if (this.#depth > 0) this.#frames[this.#depth - 1].forced |= targets;
  }

  /** Propagates another command, in the order of calls: alsoPropagate. */
  also(db: Database, args: PropagatedArguments): void {
    if (this.wanted) this.#pending.push({ db: db.id, args, targets: TO_ALL });
  }

  /** Propagates the deletion of an expired or evicted key: propagateDeletion. */
  deletion(db: Database, key: Uint8Array, lazy: boolean): void {
    if (this.wanted) this.#pending.push({ db: db.id, args: [lazy ? UNLINK : DEL, key], targets: TO_ALL });
  }

  /** A call begins. Every `enter` is followed by its `leave`. */
  enter(dirty: number): void {
    const depth = this.#depth++;
    const frame = this.#frames[depth];
    if (frame === undefined) {
      this.#frames.push({ rewritten: null, prevented: false, forced: 0, dirtyBefore: dirty });
      return;
    }
    frame.rewritten = null;
    frame.prevented = false;
    frame.forced = 0;
    frame.dirtyBefore = dirty;
  }

  /** A call ends: its change is queued, and the outermost call propagates the queue. */
  leave(dirty: number, db: Database, args: PropagatedArguments): void {
    const frame = this.#frames[--this.#depth];
    if (!this.wanted) return;
    const targets = (dirty > frame.dirtyBefore ? TO_ALL : frame.forced) & this.targets & this.#listening;
    if (targets !== 0 && !frame.prevented) {
      this.#pending.push({ db: db.id, args: frame.rewritten ?? args, targets });
    }
    if (this.#depth === 0 && this.#pending.length > 0 && !this.#held) this.#propagate(true);
  }

  /** The running command hit an internal error: propagate nothing of it, or a replay would fail again. */
  disown(): void {
    this.#pending = [];
    for (let depth = 0; depth < this.#depth; depth++) this.#frames[depth].prevented = true;
  }

  /** Drops everything that is queued or running. */
  abandon(): void {
    this.#depth = 0;
    this.#pending = [];
    this.#held = false;
    this.targets = TO_ALL;
  }

  /** Runs work that no client command started. `wrapped` puts its changes into MULTI and EXEC. */
  unit(wrapped: boolean, work: () => void): void {
    this.#depth++;
    if (this.#frames.length < this.#depth) {
      this.#frames.push({ rewritten: null, prevented: false, forced: 0, dirtyBefore: 0 });
    }
    try {
      work();
    } finally {
      this.#depth--;
    }
    if (this.#depth === 0 && this.#pending.length > 0 && !this.#held) this.#propagate(wrapped);
  }

  /** Propagates nothing until `release`. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    if (this.#depth === 0 && this.#pending.length > 0) this.#propagate(true);
  }

  #propagate(wrapped: boolean): void {
    const pending = this.#pending;
    this.#pending = [];
    const isTransaction = wrapped && pending.length > 1;
    for (const { sink, target } of this.#sinks) {
      // MULTI comes in the database of the first and EXEC in that of the last.
      if (isTransaction) sink(pending[0].db, MULTI);
      for (const { db, args, targets } of pending) if ((targets & target) !== 0) sink(db, args);
      if (isTransaction) sink(pending[pending.length - 1].db, EXEC);
    }
  }
}
