/** What all parts of a sentinel work on: its server, its state, the time and chance. */
import { AssertionFailure } from '../base/errors.ts';
import type { Sentinel } from '../state/sentinel/sentinel.ts';
import type { Server } from '../state/server.ts';

export function sentinelOf(server: Server): Sentinel {
  if (server.sentinel === null) throw new AssertionFailure('this server is no sentinel');
  return server.sentinel;
}

/** Whole milliseconds, as a sentinel counts. */
export function timeOf(server: Server): number {
  return Math.floor(server.nowMs);
}

/** A random delay below this many milliseconds: it keeps sentinels from doing the same at the same time. */
export function randomMs(server: Server, below: number): number {
  return server.env.random.stream('sentinel').below(below);
}
