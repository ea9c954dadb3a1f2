/**
 * What a command becomes for whoever repeats it later: the append only file, replicas. Mirrors alsoPropagate and
 * propagatePendingCommands of 7.0.
 *
 * A command that changed something (keyspace.dirty grew) is told as it was sent, unless it says otherwise while it
 * runs:
 *
 *     const { propagation } = server;
 *     if (propagation.wanted) propagation.rewrite([SET, key, value, PXAT, time]);   // told in other words
 *     propagation.prevent();                                                        // not told at all
 *     propagation.force();                                                          // told though nothing changed
 *     propagation.also(db, [DEL, key]);                                             // told beside it, before it
 *
 * Whatever one command of a client brought about, with all that it called (EXEC, scripts) and all that expired on
 * the way, goes out together when the outermost call ends; more than one of them is wrapped in MULTI and EXEC, so
 * that it happens wholly or not at all. Work outside of commands (the expiry cycle, eviction, serving a client that
 * waited) is put into `unit`.
 *
 * Nothing is gathered while nobody listens. Arguments are kept until the outermost call ends and not copied.
 */
import { bytesOf } from '../base/bytes.ts';
import type { Database } from '../keyspace/database.ts';

export type PropagatedArguments = readonly Uint8Array[];

/** Receives what is to be repeated, and in which database. */
export type PropagationSink = (db: number, args: PropagatedArguments) => void;

interface Pending {
  readonly db: number;
  readonly args: PropagatedArguments;
}

/** What one call, of those inside each other, has said about itself. */
interface CallFrame {
  rewritten: PropagatedArguments | null;
  prevented: boolean;
  forced: boolean;
  dirtyBefore: number;
}

const MULTI: PropagatedArguments = [bytesOf('MULTI')];
const EXEC: PropagatedArguments = [bytesOf('EXEC')];
const DEL = bytesOf('DEL');
const UNLINK = bytesOf('UNLINK');

export class Propagation {
  readonly #sinks: PropagationSink[] = [];
  readonly #frames: CallFrame[] = [];
  #depth = 0;
  #pending: Pending[] = [];
  /** Whether anybody listens: whoever builds arguments only for this asks first. */
  wanted = false;
  /** redis.set_repl: what is called now is not told. */
  isMuted = false;
  /** A script was put aside: what it did goes out with the rest of it. */
  #held = false;

  addSink(sink: PropagationSink): void {
    this.#sinks.push(sink);
    this.wanted = true;
  }

  removeSink(sink: PropagationSink): void {
    const at = this.#sinks.indexOf(sink);
    if (at !== -1) this.#sinks.splice(at, 1);
    this.wanted = this.#sinks.length > 0;
  }

  /** The running command is told in these words instead of its own: rewriteClientCommandVector. */
  rewrite(args: PropagatedArguments): void {
    if (this.#depth > 0) this.#frames[this.#depth - 1].rewritten = args;
  }

  /** The running command is not told, whatever it changed: preventCommandPropagation. */
  prevent(): void {
    if (this.#depth > 0) this.#frames[this.#depth - 1].prevented = true;
  }

  /** The running command is told even if it changed nothing: forceCommandPropagation. */
  force(): void {
    if (this.#depth > 0) this.#frames[this.#depth - 1].forced = true;
  }

  /** Something else to be told, in the order of calls: alsoPropagate. */
  also(db: Database, args: PropagatedArguments): void {
    if (this.wanted) this.#pending.push({ db: db.id, args });
  }

  /** A key that the server took away by itself, expired or evicted: propagateDeletion. */
  deletion(db: Database, key: Uint8Array, lazy: boolean): void {
    if (this.wanted) this.#pending.push({ db: db.id, args: [lazy ? UNLINK : DEL, key] });
  }

  /** A call begins. Every `enter` is followed by its `leave`. */
  enter(dirty: number): void {
    const depth = this.#depth++;
    const frame = this.#frames[depth];
    if (frame === undefined) {
      this.#frames.push({ rewritten: null, prevented: false, forced: false, dirtyBefore: dirty });
      return;
    }
    frame.rewritten = null;
    frame.prevented = false;
    frame.forced = false;
    frame.dirtyBefore = dirty;
  }

  /** A call ends: what it changed is noted, and told if it was the outermost. */
  leave(dirty: number, db: Database, args: PropagatedArguments): void {
    const frame = this.#frames[--this.#depth];
    if (!this.wanted) return;
    if ((dirty > frame.dirtyBefore || frame.forced) && !frame.prevented && !this.isMuted) {
      this.#pending.push({ db: db.id, args: frame.rewritten ?? args });
    }
    if (this.#depth === 0 && this.#pending.length > 0 && !this.#held) this.#propagate(true);
  }

  /** The running command has failed in a way that no command should: nothing of it is told, or it would fail again. */
  disown(): void {
    this.#pending = [];
    for (let depth = 0; depth < this.#depth; depth++) this.#frames[depth].prevented = true;
  }

  /** Forgets what was under way. */
  abandon(): void {
    this.#depth = 0;
    this.#pending = [];
    this.#held = false;
    this.isMuted = false;
  }

  /** Work that is no command of a client. What it brings about is wrapped in MULTI and EXEC if that is wanted. */
  unit(wrapped: boolean, work: () => void): void {
    this.#depth++;
    if (this.#frames.length < this.#depth) {
      this.#frames.push({ rewritten: null, prevented: false, forced: false, dirtyBefore: 0 });
    }
    try {
      work();
    } finally {
      this.#depth--;
    }
    if (this.#depth === 0 && this.#pending.length > 0 && !this.#held) this.#propagate(wrapped);
  }

  /** Nothing is told until `release`. */
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
    for (const sink of this.#sinks) {
      // MULTI comes in the database of the first and EXEC in that of the last.
      if (isTransaction) sink(pending[0].db, MULTI);
      for (const { db, args } of pending) sink(db, args);
      if (isTransaction) sink(pending[pending.length - 1].db, EXEC);
    }
  }
}
