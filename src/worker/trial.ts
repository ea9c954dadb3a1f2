/** Runs a trial: a server of its own lives through some lines, is read, and is gone. */
import { concatBytes, loadScripting, needsScripting } from '../engine/index.ts';
import { type CommandAction, commandLines } from '../protocol/actions.ts';
import { encodeCommand } from '../protocol/resp.ts';
import { splitArguments } from '../protocol/split-arguments.ts';
import type { Trial, TrialOutcome } from '../protocol/trial.ts';
import { Session } from './session.ts';
import { fetched } from './trouble.ts';

/** Commands of one input. A count and not a time, so that a trial comes out the same on every machine. */
const SLICE_COMMANDS = 500;
/** Limits the ticks when the clock is moved by years. */
const MAX_TICKS = 100_000;

/** `pause` is awaited after every slice; it throws when nobody wants the trial any more. */
export async function runTrial(
  { start, actions, observe }: Trial,
  pause: () => Promise<void>,
): Promise<TrialOutcome> {
  const session = new Session(start);
  let nowMs = start.startMs;
  session.open(nowMs);
  for (const action of actions) {
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
      }
    }
  }
  return { values: observe.map((path) => session.observe(path, session.lastIndex)) };
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
