/** What lessons and exercises do to a server, as data. */
import { countedCommands } from './action-lines.ts';
import type { CrashLoss } from './session.ts';

/**
 * Something done to the server: a command line as typed into redis-cli, time passing on a stopped clock, a client that
 * is cut off, or what happens to its process and its disk.
 */
export type Action = CommandAction | AdvanceAction | CloseAction | OutsideAction;

/** What happens to the machine of a server, and not through a connection. */
export type OutsideAction = CrashAction | RestartAction | DiskAction;

export interface CommandAction {
  readonly type: 'command';
  /** Clients are numbered from 1 and connected when first used. */
  readonly client: number;
  /** May count: SET user:{1..9} x stands for nine commands. */
  readonly line: string;
}

export interface AdvanceAction {
  readonly type: 'advance';
  readonly ms: number;
}

/** The connection of a client ends without a word, as when its process dies. */
export interface CloseAction {
  readonly type: 'close';
  readonly client: number;
}

/** The process dies; `loss` says what becomes of bytes that were not fsynced. */
export interface CrashAction {
  readonly type: 'crash';
  readonly loss: CrashLoss;
}

/** The server starts again from its disk; a running one is killed first. */
export interface RestartAction {
  readonly type: 'restart';
}

/** From now on a fsync takes so long. */
export interface DiskAction {
  readonly type: 'disk';
  readonly fsyncMs: number;
}

export function isOutside(action: Action): action is OutsideAction {
  return action.type === 'crash' || action.type === 'restart' || action.type === 'disk';
}

/** The line of a lesson that stands for it. */
export function writtenOutside(action: OutsideAction): string {
  if (action.type === 'restart') return '@ restart';
  return action.type === 'crash' ? `@ crash ${action.loss}` : `@ fsync ${action.fsyncMs} ms`;
}

/** The commands an action stands for: the line itself, or one for each number of its range. */
export function commandLines({ line }: CommandAction): string[] {
  return countedCommands(line);
}
