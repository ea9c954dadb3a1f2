/**
 * Lazy free: a key is removed immediately, the memory of its value is freed later (lazyfree.c, bio.c).
 *
 * The server hands large values to a separate thread. Here that thread is virtual: it runs one job after the other,
 * each takes FREE_US per piece and at least a millisecond, and the memory is freed when the job ends. So used memory
 * stays up after UNLINK and falls later, and a replay shows the same.
 *
 * Worked example: UNLINK of a set with 100,000 members queues a job of 100,000 pieces, which ends 20 ms later. UNLINK
 * of a string or of a packed value frees it immediately, as DEL does: handing it over would cost more.
 */
import { repr } from '../base/bytes.ts';
import type { Int64 } from '../base/numbers.ts';
import type { Environment } from '../base/probe.ts';
import type { Dict } from '../structures/dict.ts';
import { freeEffort, LAZY_FREE_THRESHOLD } from '../types/free-effort.ts';
import type { RedisObject } from '../types/object.ts';
import { releaseObject } from '../types/release.ts';

/** What freeing one piece of memory takes, measured with the members of a large set. */
const FREE_US = 0.2;
const SHORTEST_JOB_MS = 1;

/** How long freeing a value blocks the server: without the work of the thread. */
export function freeMicroseconds(object: RedisObject, lazy: boolean): number {
  const effort = object.refcount === 1 ? freeEffort(object) : 0;
  return lazy && effort > LAZY_FREE_THRESHOLD ? 0 : Math.floor(effort * FREE_US);
}

export interface LazyFreeJob {
  /** The key, or the database, as it is shown. */
  readonly subject: string;
  /** Pieces of memory to free. */
  readonly effort: number;
  readonly durationMs: number;
  finish(): void;
}

export class LazyFree {
  /** Values handed over and not freed yet, keys of a flushed database each counted. */
  pendingObjects = 0;
  freedObjects = 0;
  /** Hands a job to the thread. Until a server sets it, jobs run immediately. */
  enqueue: (job: LazyFreeJob) => void = (job) => job.finish();
  readonly #env: Environment;

  constructor(env: Environment) {
    this.#env = env;
  }

  /** Frees the value of a key that is gone: there and then, or by the thread if it is large (freeObjAsync). */
  release(object: RedisObject, key: Uint8Array): void {
    const effort = object.refcount === 1 ? freeEffort(object) : 0;
    if (effort <= LAZY_FREE_THRESHOLD) releaseObject(this.#env, object);
    else this.#hand(repr(key), effort, 1, () => releaseObject(this.#env, object));
  }

  /** Frees what a database held before it was flushed (emptyDbAsync). */
  releaseDatabase(id: number, keys: Dict<RedisObject>, expires: Dict<Int64>): void {
    const count = keys.size;
    this.#hand(`db${id}`, count, count, () => {
      for (const entry of keys.entries()) releaseObject(this.#env, entry.value);
      expires.release();
      keys.release();
    });
  }

  #hand(subject: string, effort: number, objects: number, free: () => void): void {
    const env = this.#env;
    this.pendingObjects += objects;
    const durationMs = Math.max(SHORTEST_JOB_MS, Math.ceil((effort * FREE_US) / 1000));
    const finish = () => {
      const before = env.heap.usedBytes;
      free();
      this.pendingObjects -= objects;
      this.freedObjects += objects;
      const freedBytes = before - env.heap.usedBytes;
      if (env.probe !== null) env.probe.emit({ type: 'lazyfree.finished', subject, objects, freedBytes });
    };
    this.enqueue({ subject, effort, durationMs, finish });
    // A view taken now finds it in the queue.
    if (env.probe !== null) env.probe.emit({ type: 'lazyfree.queued', subject, effort, objects });
  }
}
