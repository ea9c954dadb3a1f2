/** Watching scripts: every line of a long loop has its picture, and the rest of the picture is true at each of them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { loadScripting } from '../engine/scripting/loader.ts';
import type { FrameDetail, Moment } from '../protocol/messages.ts';
import { encodeCommand } from '../protocol/resp.ts';
import type { KeyspaceView } from '../protocol/views.ts';
import type { ScriptView } from '../protocol/views-script.ts';
import { Session } from './session.ts';

const START_MS = 1_700_000_000_000;
const bytes = (text: string) => new TextEncoder().encode(text);

beforeAll(() => loadScripting());

function sessionOf(): Session {
  const session = new Session({ generation: '7.0', seed: 5, startMs: START_MS, config: {} });
  session.open(START_MS);
  session.watch('script', { kind: 'script', db: 0 }, session.lastIndex);
  return session;
}

function run(session: Session, ...words: string[]): FrameDetail {
  return session.send(1, encodeCommand(words.map(bytes)), START_MS).detail!;
}

const viewOf = (moment: Moment) => moment.picture.script as ScriptView;

function localOf(moment: Moment, name: string): string | undefined {
  return viewOf(moment).script?.frames[0]?.locals.find((local) => local.name === name)?.value;
}

const LOOP = `local total = 0
for i = 1, 1000 do
  total = total + i
  redis.call('incr', KEYS[1])
end
return total`;

describe('a loop of some thousand lines', () => {
  it('has a picture at every line, with the locals as they are there', () => {
    const session = sessionOf();
    const { moments } = run(session, 'EVAL', LOOP, '1', 'n');
    const at = moments.filter(({ step }) => step?.type === 'script.line' && step.line === 3);
    expect(at).toHaveLength(1000);
    expect(at.map((moment) => localOf(moment, 'i'))).toEqual(at.map((_, nth) => String(nth + 1)));
    expect(localOf(at[999], 'total')).toBe('499500');
    expect(moments.filter(({ step }) => step?.type === 'script.call')).toHaveLength(1000);
  });

  it('shows other structures as they are at each line, although their own steps are no longer photographed', () => {
    const session = sessionOf();
    session.watch('keys', { kind: 'keyspace', db: 0, window: { from: 0, count: 20 } }, session.lastIndex);
    const source = "for i = 1, 200 do\n  redis.call('set', 'k' .. i, i)\nend";
    const { moments, droppedSteps } = run(session, 'EVAL', source, '0');
    expect(droppedSteps).toBeGreaterThan(0);
    const counts = moments
      .filter(({ step }) => step?.type === 'script.line' && step.line === 2)
      .map(({ picture }) => (picture.keys as KeyspaceView).keys);
    expect(counts).toEqual(Array.from({ length: 200 }, (_, nth) => nth));
  });

  it('is light: what the pictures have in common is kept once', () => {
    const detail = run(sessionOf(), 'EVAL', LOOP, '1', 'n');
    const programs = new Set(detail.moments.map((moment) => viewOf(moment).script?.program).filter(Boolean));
    expect(programs.size).toBe(1);
    const cloned = structuredClone(detail);
    expect(new Set(cloned.moments.map((moment) => viewOf(moment).script?.program).filter(Boolean)).size).toBe(
      1,
    );
    expect(cloned).toEqual(detail);
  });

  it('is the same when it is replayed', () => {
    const session = sessionOf();
    const detail = run(session, 'EVAL', LOOP, '1', 'n');
    run(session, 'PING');
    session.unwatch('none');
    session.watch('script', { kind: 'script', db: 0 }, 1);
    expect(session.detail(detail.index)).toEqual(detail);
  });

  it('takes no more room than before when nobody watches scripts', () => {
    const session = new Session({ generation: '7.0', seed: 5, startMs: START_MS, config: {} });
    session.open(START_MS);
    const { moments } = run(session, 'EVAL', LOOP, '1', 'n');
    expect(moments.length).toBeLessThan(100);
  });
});
