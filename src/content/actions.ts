/**
 * Actions of lessons out of lines (protocol/action-lines.ts has the notation). Clients have the numbers 1 to 9, and a
 * command may count: SET user:{1..9} u is nine commands.
 *
 * The server itself can meet something, too:
 *
 *     @ crash unsynced    the power fails: `nothing` is lost (kill -9), all bytes that were not fsynced, or the file is `torn`
 *     @ restart           the server starts again from its disk
 *     @ fsync 3 s         from now on a fsync takes so long
 *
 * A transcript marks each line, and below it stand the lines redis-cli prints:
 *
 *     > SET user:1 ann
 *     OK
 *     > GET user:1
 *     "ann"
 */
import {
  type ActionLine,
  LineError,
  readLine,
  readMarkedLine,
  requireOneRange,
} from '../protocol/action-lines.ts';
import type { Action, OutsideAction } from '../protocol/actions.ts';
import type { ShownAction } from '../protocol/lesson.ts';
import type { CrashLoss } from '../protocol/session.ts';

/** Reports line `lineIndex` (from 0) of the text. */
export type Complain = (lineIndex: number, message: string) => void;

export function readActions(text: string, complain: Complain): Action[] {
  return linesOf(text).flatMap((line, index) => {
    return (
      complaining(index, complain, () => {
        const read = readLine(line);
        if (read === null) return [];
        if (read.type === 'command') requireOneRange(read.command);
        return [actionOf(read)];
      }) ?? []
    );
  });
}

export function readTranscript(text: string, complain: Complain): ShownAction[] {
  const shown: { action: Action; printed: string[] }[] = [];
  linesOf(text).forEach((line, index) => {
    complaining(index, complain, () => {
      const read = readMarkedLine(line);
      if (read !== null) {
        shown.push({ action: actionOf(read), printed: [] });
        return;
      }
      const last = shown[shown.length - 1];
      if (last !== undefined && last.action.type === 'command') last.printed.push(line);
      else if (line.trim() !== '') {
        throw new LineError(
          'A transcript starts with a command: write it as "> SET user:1 ann", its reply on the lines below.',
        );
      }
    });
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

/** Reports a line that cannot be read, and goes on. */
function complaining<T>(index: number, complain: Complain, read: () => T): T | undefined {
  try {
    return read();
  } catch (problem) {
    if (!(problem instanceof LineError)) throw problem;
    complain(index, problem.message);
    return undefined;
  }
}

function actionOf(line: ActionLine): Action {
  switch (line.type) {
    case 'command':
      return { type: 'command', client: clientOf(line.client ?? '1'), line: line.command };
    case 'close':
      return { type: 'close', client: clientOf(line.client) };
    case 'advance':
      return { type: 'advance', ms: line.ms };
    case 'event':
      return outsideOf(line.words);
  }
}

const losses: readonly CrashLoss[] = ['nothing', 'unsynced', 'torn'];

function outsideOf([event, ...rest]: readonly string[]): OutsideAction {
  if (event === 'restart' && rest.length === 0) return { type: 'restart' };
  if (event === 'crash') {
    const loss = losses.find((each) => each === rest[0]);
    if (loss !== undefined && rest.length === 1) return { type: 'crash', loss };
    throw new LineError('Say what the crash loses: "@ crash nothing", "@ crash unsynced" or "@ crash torn".');
  }
  if (event === 'fsync') {
    const time = readLine(`@ ${rest.join(' ')}`);
    if (time?.type === 'advance') return { type: 'disk', fsyncMs: time.ms };
  }
  throw new LineError(
    'Write the time that passes as "@ 100 ms", "@ 5 s", "@ 2 min" or "@ 1 h", or what happens to the server as "@ crash unsynced", "@ restart" or "@ fsync 3 s".',
  );
}

function clientOf(text: string): number {
  if (!/^[1-9]$/.test(text)) throw new LineError('Clients are numbered from 1 to 9: write "2> GET user:1".');
  return Number(text);
}
