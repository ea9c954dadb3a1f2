/**
 * Scripted clients of a lesson, stepped one command at a time by the learner. Where each of them stands is never
 * stored: it follows from what its client has really sent and been answered, so it is right after going back in
 * time, on every branch, and when the learner types the same commands by hand.
 */
import { type FrameCommand, isSameCommand } from './frame-commands.ts';
import { splitArguments } from './split-arguments.ts';

export interface Player {
  /** The number of its connection. */
  readonly client: number;
  readonly name: string;
  readonly program: readonly PlayedCommand[];
}

/** Scripted clients as an item of a lesson, side by side. */
export interface Players {
  readonly type: 'players';
  readonly id: string;
  readonly players: readonly Player[];
  /** Amounts by which the learner can move the stopped clock, in milliseconds. */
  readonly clockMs: readonly number[];
}

export interface PlayedCommand {
  readonly line: string;
  /** How it is written on its card, when the line is too long for one. */
  readonly shown?: string;
  /** It is tried again until this is what redis-cli prints. */
  readonly until?: string;
  /** It is left out unless this was printed for the command before it. */
  readonly when?: string;
}

/** What became of a player's client, in order. */
export type Happening =
  | { readonly type: 'command'; readonly command: FrameCommand; readonly printed: string }
  | { readonly type: 'closed' }
  | { readonly type: 'opened' };

export interface PlayerProgress {
  /** The number of the next command; the length of the program when it is through. */
  readonly next: number;
  /** The output of each command that ran, by its number; the latest try counts. */
  readonly printed: ReadonlyMap<number, string>;
  /** Commands that were left out because of their condition. */
  readonly skipped: readonly number[];
  /** It was cut off and has not come back. */
  readonly isGone: boolean;
}

export function progressOf({ program }: Player, happenings: readonly Happening[]): PlayerProgress {
  let next = 0;
  let printed = new Map<number, string>();
  let skipped: number[] = [];
  let isGone = false;
  const startOver = () => {
    next = 0;
    printed = new Map();
    skipped = [];
  };
  for (const happening of happenings) {
    if (happening.type !== 'command') {
      if (happening.type === 'opened') startOver();
      isGone = happening.type === 'closed';
      continue;
    }
    if (next === program.length && isLine(program[0], happening.command)) startOver();
    const command = program[next];
    if (command === undefined || !isLine(command, happening.command)) continue;
    printed.set(next, happening.printed);
    if (command.until !== undefined && happening.printed !== command.until) continue;
    next++;
    while (program[next]?.when !== undefined && program[next].when !== happening.printed) {
      skipped.push(next);
      next++;
    }
  }
  return { next, printed, skipped, isGone };
}

/** Whether a command of the timeline is this one. */
function isLine({ line }: PlayedCommand, command: FrameCommand): boolean {
  return isSameCommand(command, splitArguments(line) ?? []);
}
