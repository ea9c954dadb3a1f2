/**
 * The small notation for actions on a server, a line each:
 *
 *     SET user:1 ann          client 1 sends a command
 *     2> GET user:1           client 2 does
 *     @ 100 ms                the stopped clock moves on; the ticks in between happen
 *     2!                      the connection of client 2 is cut
 *     SET user:{1..9} u       as nine lines, with the same number for every {1..9} in them
 *     # …                     a remark
 *
 * A transcript marks each of these with `>` (or `@`), and below it stand the lines redis-cli prints:
 *
 *     > SET user:1 ann
 *     OK
 *     > GET user:1
 *     "ann"
 */
import type { Action, ShownAction } from '../protocol/lesson.ts';
import { splitArguments } from '../protocol/redis-cli.ts';

/** Reports line `lineIndex` (from 0) of the text. */
export type Complain = (lineIndex: number, message: string) => void;

export function readActions(text: string, complain: Complain): Action[] {
  const actions: Action[] = [];
  linesOf(text).forEach((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return;
    if (line.startsWith('@')) {
      const advance = readAdvance(line, index, complain);
      if (advance !== null) actions.push(advance);
      return;
    }
    const close = readClose(line, index, complain);
    if (close !== null) {
      actions.push(close);
      return;
    }
    const prompt = /^(\d*)>\s*(.*)$/.exec(line);
    const client = prompt === null ? 1 : readClient(prompt[1], index, complain);
    const command = prompt === null ? line : prompt[2];
    if (!rangesAgree(command, index, complain)) return;
    const action = readCommand(client, command, index, complain);
    if (action !== null) actions.push(action);
  });
  return actions;
}

export function readTranscript(text: string, complain: Complain): ShownAction[] {
  const shown: { action: Action; printed: string[] }[] = [];
  linesOf(text).forEach((line, index) => {
    const prompt = /^(\d*)> ?(.*)$/.exec(line);
    let action: Action | null = null;
    if (prompt !== null) {
      action = readCommand(readClient(prompt[1], index, complain), prompt[2], index, complain);
      if (action === null) return;
    } else if (/^@ /.test(line)) {
      action = readAdvance(line, index, complain);
      if (action === null) return;
    } else {
      action = readClose(line, index, complain);
    }
    if (action !== null) {
      shown.push({ action, printed: [] });
      return;
    }
    const last = shown[shown.length - 1];
    if (last !== undefined && last.action.type === 'command') last.printed.push(line);
    else if (line.trim() !== '') {
      complain(
        index,
        'A transcript starts with a command: write it as "> SET user:1 ann", its reply on the lines below.',
      );
    }
  });
  return shown.map(({ action, printed }) => ({ ...action, printed }));
}

/** One action alone, as a prediction has it. */
export function readOneAction(text: string, complain: Complain): Action | null {
  const actions = readActions(text, complain);
  if (actions.length === 1) return actions[0];
  if (actions.length > 1)
    complain(1, 'A prediction runs one command: put the others into an earlier demonstration.');
  return null;
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  return lines;
}

function readClient(digits: string, index: number, complain: Complain): number {
  const client = digits === '' ? 1 : Number(digits);
  if (client < 1 || client > 9) complain(index, 'Clients are numbered from 1 to 9: write "2> GET user:1".');
  return client;
}

/** Null for a line that is something else. */
function readClose(line: string, index: number, complain: Complain): Action | null {
  const match = /^(\d+)!\s*$/.exec(line);
  return match === null ? null : { type: 'close', client: readClient(match[1], index, complain) };
}

function readCommand(client: number, line: string, index: number, complain: Complain): Action | null {
  const command = line.trim();
  if (command === '') {
    complain(index, 'Write a command after the ">".');
    return null;
  }
  if (splitArguments(command) === null) {
    complain(index, 'Close the quotation mark: redis-cli would refuse this line with "Invalid argument(s)".');
    return null;
  }
  return { type: 'command', client, line: command };
}

const unitsMs: Record<string, number> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 };

function readAdvance(line: string, index: number, complain: Complain): Action | null {
  const match = /^@\s*(\d+)\s*(ms|s|min|h)\s*$/.exec(line);
  if (match === null) {
    complain(index, 'Write the time that passes as "@ 100 ms", "@ 5 s", "@ 2 min" or "@ 1 h".');
    return null;
  }
  return { type: 'advance', ms: Number(match[1]) * unitsMs[match[2]] };
}

const range = /\{(\d+)\.\.(\d+)\}/g;
const largestRange = 100_000;

/** All ranges of a line must be the same, and count upwards. */
function rangesAgree(line: string, index: number, complain: Complain): boolean {
  const ranges = [...line.matchAll(range)];
  if (ranges.length === 0) return true;
  const [first] = ranges;
  if (ranges.some((other) => other[0] !== first[0])) {
    complain(index, `One line counts one range: every {…} in it must be ${first[0]}.`);
    return false;
  }
  const count = Number(first[2]) - Number(first[1]) + 1;
  if (count < 1 || count > largestRange) {
    complain(index, `A range counts upwards and has at most ${largestRange} numbers: mend ${first[0]}.`);
    return false;
  }
  return true;
}
