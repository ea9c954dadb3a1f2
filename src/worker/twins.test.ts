import { describe, expect, it } from 'vitest';
import { encodeCommand } from '../protocol/resp.ts';
import { changingClient, parseRunChange, printRunChange, type RunChange } from '../protocol/run-change.ts';
import type { SessionStart } from '../protocol/session.ts';
import { Session } from './session.ts';
import { decodeFile, encodeFile, type SavedSession } from './session-file.ts';
import { twinsOf } from './twins.ts';

const START: SessionStart = { generation: '7.0', seed: 7, startMs: 1_700_000_000_000, config: {} };

function saved(lines: readonly string[], atFrame: number): SavedSession {
  const session = new Session(START);
  session.open(START.startMs);
  lines.forEach((line, nth) => {
    const words = line.split(' ').map((word) => new TextEncoder().encode(word));
    session.send(1, encodeCommand(words), START.startMs + nth);
  });
  return { start: START, inputs: session.inputs, position: { frame: atFrame, moment: 0 }, page: {} };
}

function replayed({ start, inputs }: SavedSession): Session {
  return Session.replay(start, inputs);
}

const textsOf = (session: Session) => session.frames.map(({ summary }) => summary.text || summary.kind);
const change = (text: string) => parseRunChange(text) as RunChange;

describe('two runs', () => {
  const lines = ['HSET h a 1', 'HSET h b 2', 'HSET h c 3', 'OBJECT ENCODING h'];
  const base = saved(lines, 2);

  it('are the same up to the frame looked at, and differ by one command from there', () => {
    const { one, other } = twinsOf(base, change('hash-max-listpack-entries=2'));
    const first = textsOf(replayed(one));
    const second = textsOf(replayed(other));
    expect(first).toHaveLength(second.length);
    expect(first.slice(0, 4)).toEqual(['start', 'connect', 'HSET h a 1', 'connect']);
    expect(first[4]).toBe('CONFIG GET hash-max-listpack-entries');
    expect(second[4]).toBe('CONFIG SET hash-max-listpack-entries 2');
    expect(first.slice(6)).toEqual(lines.slice(1));
    const reply = (run: SavedSession) => new TextDecoder().decode(replayed(run).lastFrame.replies[0].bytes);
    expect(reply(one)).toContain('listpack');
    expect(reply(other)).toContain('hashtable');
    expect(one.inputs.filter((input) => 'client' in input && input.client === changingClient)).toHaveLength(
      3,
    );
  });

  it('are made again from the first one as it was saved, with what was added since', async () => {
    const { one } = twinsOf(base, change('hash-max-listpack-entries=2'));
    const session = replayed(one);
    session.send(1, encodeCommand([new TextEncoder().encode('PING')]), session.nowMs);
    const kept = await decodeFile(
      await encodeFile({ ...one, inputs: session.inputs, position: { frame: 3, moment: 1 } }),
    );
    const again = twinsOf(kept, change('hash-max-listpack-entries=1'));
    expect(again.one.inputs).toEqual(kept.inputs);
    expect(again.one.position).toEqual({ frame: 3, moment: 1 });
    expect(textsOf(replayed(again.other)).slice(4, 6)).toEqual([
      'CONFIG SET hash-max-listpack-entries 1',
      'disconnect',
    ]);
    expect(textsOf(replayed(again.other)).at(-1)).toBe('PING');
  });

  it('may be two servers from the start', () => {
    const { one, other } = twinsOf(base, change('generation=6.2'));
    expect(one.inputs).toEqual(base.inputs);
    expect(other.start).toEqual({ ...START, generation: '6.2' });
    expect(replayed(other).engine.server.generation).toBe('6.2');
    expect(twinsOf(base, change('seed=99')).other.start.seed).toBe(99);
  });
});

describe('a change in an address', () => {
  it('is a name and a value', () => {
    expect(parseRunChange('maxmemory=1mb')).toEqual({ name: 'maxmemory', value: '1mb' });
    expect(parseRunChange('save=3600 1 60 10')).toEqual({ name: 'save', value: '3600 1 60 10' });
    expect(parseRunChange('notify-keyspace-events=')).toEqual({ name: 'notify-keyspace-events', value: '' });
    expect(printRunChange({ name: 'seed', value: '7' })).toBe('seed=7');
    for (const wrong of ['', 'x', '=1', 'a b=1', 'generation=5', 'seed=x', `a=${'x'.repeat(600)}`]) {
      expect([wrong, parseRunChange(wrong)]).toEqual([wrong, null]);
    }
  });
});
