/**
 * The budget of the slice that is running. One script runs at a time, in whatever server it belongs to, so there is
 * one budget; it is set anew with every slice and says nothing between them.
 */
import type { LuaState } from './values.ts';

export const pause = {
  /** Instructions left. Work of the libraries is charged as well. */
  budget: 0,
  /** The yield under way is a pause of the machine and none of the script. */
  isOne: false,
  /** The coroutine that runs; null between slices. */
  thread: null as LuaState | null,
  /** Ends the script even if it catches errors: every protected call on the way out throws this again. */
  stop: null as ScriptStopped | null,
};

/** Counts work that no instruction shows. A slice that is used up ends at the next instruction. */
export function charge(instructions: number): void {
  pause.budget -= instructions;
  if (pause.budget > 0) return;
  const { thread } = pause;
  if (thread !== null && thread.hookcount > 1) thread.hookcount = 1;
}

/** Ends a script for good. No `pcall`, handler or coroutine of the script can catch it. */
export class ScriptStopped {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Instructions after which a script that cannot be paused is ended. */
const MAX_UNPAUSED_INSTRUCTIONS = 5_000_000;

/** Call it where the slice is used up and nothing can be paused. */
export function endIfTooLong(): void {
  if (pause.stop !== null) throw pause.stop;
  if (pause.budget > -MAX_UNPAUSED_INSTRUCTIONS) return;
  pause.stop = new ScriptStopped('this call cannot be interrupted and takes too long');
  throw pause.stop;
}

/** Rethrows the error that ended the script, after a protected call has caught it. */
export function throwIfStopped(): void {
  if (pause.stop !== null) throw pause.stop;
}
