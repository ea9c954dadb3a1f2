/** What lessons and exercises do to a server, as data. */
import { countedCommands } from './action-lines.ts';

/**
 * Something done to the server: a command line as typed into redis-cli, time passing on a stopped clock, or a
 * client that is cut off.
 */
export type Action = CommandAction | AdvanceAction | CloseAction;

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

/** The commands an action stands for: the line itself, or one for each number of its range. */
export function commandLines({ line }: CommandAction): string[] {
  return countedCommands(line);
}
