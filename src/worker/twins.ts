/**
 * Makes two sessions of one that differ in one thing. Both are the same up to the frame looked at. There a client of
 * its own connects: in the first run it asks for the parameter, in the second it sets it, so that frame stands beside
 * frame. Then both are given what followed. Another seed or generation is another server from its start.
 *
 * A first run that is saved and taken up again has that client in its log already; the second is made from it by
 * exchanging the one command.
 */
import { lastMoment, type Position, presentFrame } from '../protocol/position.ts';
import { encodeCommand } from '../protocol/resp.ts';
import { changingClient, isOfStart, type RunChange } from '../protocol/run-change.ts';
import type { Generation, SessionStart } from '../protocol/session.ts';
import type { SessionInput } from '../protocol/world.ts';
import { Session } from './session.ts';
import type { SavedSession } from './session-file.ts';

const END: Position = { frame: presentFrame, moment: lastMoment };

export interface Twins {
  readonly one: SavedSession;
  readonly other: SavedSession;
}

export function twinsOf({ branches: _, ...saved }: SavedSession, change: RunChange): Twins {
  if (isOfStart(change)) {
    const one = { ...saved, position: END };
    return { one, other: { ...one, start: changedStart(saved.start, change) } };
  }
  const isTakenUp = saved.inputs.some(isChanging);
  const inputs = isTakenUp ? saved.inputs : withClient(saved);
  const position = isTakenUp ? saved.position : END;
  const run = (...words: string[]) => ({
    ...saved,
    position,
    inputs: inputs.map((input) => (isChanging(input) ? { ...input, bytes: command(words) } : input)),
  });
  return {
    one: run('CONFIG', 'GET', change.name),
    other: run('CONFIG', 'SET', change.name, change.value),
  };
}

function isChanging(input: SessionInput): input is Extract<SessionInput, { type: 'data' }> {
  return input.type === 'data' && input.client === changingClient;
}

/** The inputs with that client in them, after the frame looked at. */
function withClient({ start, inputs, position }: SavedSession): SessionInput[] {
  const { frames } = Session.replay(start, inputs);
  const { inputsEnd, summary } = frames[Math.min(position.frame, frames.length - 1)];
  const nowMs = summary.atMs;
  const client = changingClient;
  const visit: SessionInput[] = [
    { type: 'open', nowMs, client },
    { type: 'data', nowMs, client, bytes: command([]) },
    { type: 'close', nowMs, client },
  ];
  return [...inputs.slice(0, inputsEnd), ...visit, ...inputs.slice(inputsEnd)];
}

function changedStart(start: SessionStart, { name, value }: RunChange): SessionStart {
  return name === 'seed' ? { ...start, seed: Number(value) } : { ...start, generation: value as Generation };
}

function command(words: readonly string[]): Uint8Array {
  return encodeCommand(words.map((word) => new TextEncoder().encode(word)));
}
