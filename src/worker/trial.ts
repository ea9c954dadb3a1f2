/** Runs a trial: a server of its own lives through some lines, is read, and is gone. */
import { concatBytes, loadScripting, needsScripting } from '../engine/index.ts';
import { type CommandAction, commandLines } from '../protocol/actions.ts';
import type { CheckResult } from '../protocol/checks.ts';
import { formatReply } from '../protocol/redis-cli.ts';
import { decodeReplies, encodeCommand } from '../protocol/resp.ts';
import { splitArguments } from '../protocol/split-arguments.ts';
import type { Trial, TrialOutcome } from '../protocol/trial.ts';
import { Goal } from './checks.ts';
import { Session } from './session.ts';
import { fetched } from './trouble.ts';

/** Commands of one input. A count and not a time, so that a trial comes out the same on every machine. */
const SLICE_COMMANDS = 500;
/** Limits the ticks when the clock is moved by years. */
const MAX_TICKS = 100_000;
/** Slices of a script of the reader; each is a hundred thousand instructions. */
const MAX_SLICES = 100;

/** `pause` is awaited after every slice; it throws when nobody wants the trial any more. */
export async function runTrial(
  { start, actions, observe, goal: wanted }: Trial,
  pause: () => Promise<void>,
): Promise<TrialOutcome> {
  const session = new Session(start);
  let nowMs = start.startMs;
  session.open(nowMs);
  let goal: Goal | null = null;
  let results: readonly CheckResult[] = [];
  let printed: string | null = null;
  for (const [nth, action] of actions.entries()) {
    if (nth === wanted?.from) goal = new Goal(wanted.checks, session.lastIndex);
    const before = session.lastIndex;
    if (action.type === 'advance') nowMs = await advanced(session, nowMs + action.ms, pause);
    else if (action.type === 'close') session.close(action.client, nowMs);
    else if (action.type === 'crash') session.crash(action.loss, nowMs);
    else if (action.type === 'restart') session.restart(nowMs);
    else if (action.type === 'disk') session.changeDisk({ fsyncMs: action.fsyncMs }, nowMs);
    else {
      while (!session.engine.server.clients.has(action.client)) session.open(nowMs);
      for (const bytes of slicesOf(action)) {
        if (needsScripting(bytes)) await fetched(loadScripting());
        session.send(action.client, bytes, nowMs, false);
        await pause();
        if (wanted !== undefined && !(await scriptEnds(session, pause)))
          return { values: [], isEndless: true };
      }
      if (wanted !== undefined) printed = printedSince(session, before, action.client);
      nowMs = Math.max(nowMs, session.nowMs);
    }
    if (goal !== null) results = goal.look(session.present());
  }
  const values = observe.map((path) => session.observe(path, session.lastIndex));
  return wanted === undefined ? { values } : { values, results, printed };
}

/** Lets a long script go on; false if its slices are over and it still runs. */
async function scriptEnds(session: Session, pause: () => Promise<void>): Promise<boolean> {
  const { scripting } = session.engine.server;
  for (let slices = 0; scripting.running !== null && slices < MAX_SLICES; slices++) {
    if (session.wakeAtMs === null) break;
    session.tick(Math.ceil(session.wakeAtMs * 1000) / 1000);
    await pause();
  }
  return scripting.running === null;
}

/** What redis-cli prints of the last reply to a client, perhaps in a later frame than its command. */
function printedSince(session: Session, before: number, client: number): string | null {
  for (let frame = session.lastIndex; frame > before; frame--) {
    const replies = decodeReplies(session.reply(frame, client));
    if (replies.length > 0) return formatReply(replies[replies.length - 1]);
  }
  return null;
}

/** A line that counts is cut into inputs of some hundred commands. */
function* slicesOf(action: CommandAction): Generator<Uint8Array> {
  const lines = commandLines(action);
  for (let at = 0; at < lines.length; at += SLICE_COMMANDS) {
    const slice = lines.slice(at, at + SLICE_COMMANDS);
    yield concatBytes(slice.map((line) => encodeCommand(splitArguments(line) ?? [])));
  }
}

/** Moves the clock, with the ticks in between. */
async function advanced(session: Session, targetMs: number, pause: () => Promise<void>): Promise<number> {
  for (let ticks = 0; ticks < MAX_TICKS; ticks++) {
    const { wakeAtMs } = session;
    if (wakeAtMs === null || wakeAtMs > targetMs) break;
    // Whole microseconds, as the session's own clock has them.
    session.tick(Math.ceil(wakeAtMs * 1000) / 1000);
    await pause();
  }
  return Math.max(targetMs, session.nowMs);
}
