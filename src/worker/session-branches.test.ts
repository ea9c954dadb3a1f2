import { describe, expect, it } from 'vitest';
import { encodeCommand } from '../protocol/resp.ts';
import type { SessionStart } from '../protocol/session.ts';
import { Session } from './session.ts';

const START: SessionStart = {
  generation: '7.0',
  seed: 7,
  startMs: 1_700_000_000_000,
  config: { 'enable-debug-command': 'yes' },
};

function run(session: Session, ...lines: string[]): void {
  for (const line of lines) {
    const words = line.split(' ').map((word) => new TextEncoder().encode(word));
    session.send(1, encodeCommand(words), session.nowMs);
  }
}

function branchy(): Session {
  const session = new Session(START);
  session.open(START.startMs);
  run(session, 'SET a 1', 'SET b 2', 'SET c 3');
  session.fork(3);
  run(session, 'SET d 4', 'SET e 5');
  session.fork(4);
  run(session, 'DEL a');
  return session;
}

describe('branches', () => {
  it('are named by the command they began with, and tell where they part from the one looked at', () => {
    const { branch, branches } = branchy().overview();
    expect(branch).toBe(3);
    expect(branches.map(({ begins, sharedFrame, commands }) => [begins, sharedFrame, commands])).toEqual([
      ['', 3, 3],
      ['SET d 4', 4, 4],
      ['DEL a', 5, 4],
    ]);
  });

  it('can be deleted, and those that began on them go on', () => {
    const session = branchy();
    session.deleteBranch(2);
    expect(session.overview().branches.map(({ id, parent }) => [id, parent?.branch ?? null])).toEqual([
      [1, null],
      [3, 1],
    ]);
    expect(session.overview().branches[1].begins).toBe('SET d 4');
    expect(() => session.deleteBranch(3)).toThrow();
    expect(() => session.deleteBranch(2)).toThrow();
    session.switchTo(1);
    session.fork(2);
    expect(session.overview().branch).toBe(4);
    session.switchTo(3);
    expect(session.lastFrame.text).toBe('DEL a');
  });
});

describe('marks of frames', () => {
  const marksOf = (session: Session) => session.frames.map(({ summary }) => summary.marks.join(' '));

  it('tell of errors, conversions, crashes, restarts and children', () => {
    const session = new Session(START);
    session.open(START.startMs);
    run(session, 'CONFIG SET hash-max-listpack-entries 1', 'HSET h a 1', 'HSET h b 2', 'LPUSH h x', 'BGSAVE');
    session.crash('nothing', session.nowMs);
    session.restart(session.nowMs);
    const marks = marksOf(session);
    expect(marks[3]).toBe('resize');
    expect(marks[4]).toContain('encoding');
    expect(marks.slice(5)).toEqual(['error', 'fork', 'crash', 'restart']);
  });

  it('tell how a key expired, and which was evicted', () => {
    const session = new Session(START);
    session.open(START.startMs);
    run(session, 'DEBUG SET-ACTIVE-EXPIRE 0', 'SET lazy 1 PX 10');
    session.send(
      1,
      encodeCommand(['GET', 'lazy'].map((word) => new TextEncoder().encode(word))),
      START.startMs + 50,
    );
    expect(session.lastFrame.marks).toContain('expired');
    run(session, 'DEBUG SET-ACTIVE-EXPIRE 1', 'SET active 1 PX 10');
    for (let count = 0; count < 30 && !session.lastFrame.marks.includes('expired-active'); count++) {
      session.tick(session.wakeAtMs as number);
    }
    expect(session.lastFrame).toMatchObject({
      kind: 'cron',
      marks: expect.arrayContaining(['expired-active']),
    });
    run(session, 'CONFIG SET maxmemory-policy allkeys-random', 'SET x 1', 'CONFIG SET maxmemory 1', 'PING');
    expect(marksOf(session).some((marks) => marks.includes('evicted'))).toBe(true);
  });
});
