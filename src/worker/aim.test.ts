import { describe, expect, it } from 'vitest';
import { encodeCommand } from '../protocol/resp.ts';
import { splitArguments } from '../protocol/split-arguments.ts';
import type { SkiplistView, WatchTarget } from '../protocol/views.ts';
import { Session } from './session.ts';

const START = {
  generation: '7.0',
  seed: 7,
  startMs: 0,
  config: { 'zset-max-listpack-entries': '0' },
} as const;
const FOLLOWING: WatchTarget = { kind: 'skiplist', db: 0, key: null, window: { from: 0, count: 64 } };

function begin(): { session: Session; run: (...lines: string[]) => number } {
  const session = new Session(START);
  session.open(0);
  return {
    session,
    run: (...lines) => {
      const commands = lines.map((line) => encodeCommand(splitArguments(line)!));
      const bytes = new Uint8Array(commands.flatMap((command) => [...command]));
      return session.send(1, bytes, 0).frame.index;
    },
  };
}

/** The key seen at the beginning and at the end of a frame, with the number of members. */
function seen(session: Session, frame: number): string {
  const { moments } = session.detail(frame);
  return [moments[0], moments[moments.length - 1]]
    .map(({ picture }) => picture.z as SkiplistView)
    .map((view) => `${view.key} ${view.length}`)
    .join(', ');
}

describe('a watch that names no key', () => {
  it('looks at the one the command works on, from the first moment of its frame', () => {
    const { session, run } = begin();
    session.watch('z', FOLLOWING, 0);
    const a = run('ZADD a 1 x');
    const b = run('ZADD b 1 x 2 y');
    const other = run('SET s 1');
    const again = run('ZSCORE a x');
    const wanted = { [a]: 'a 0, a 1', [b]: 'b 0, b 2', [other]: 'b 2, b 2', [again]: 'a 1, a 1' };
    for (const [frame, text] of Object.entries(wanted)) expect(seen(session, Number(frame))).toBe(text);
    // Replayed, because the watch was set anew, it is the same.
    session.watch('z', FOLLOWING, session.lastIndex);
    for (const [frame, text] of Object.entries(wanted)) expect(seen(session, Number(frame))).toBe(text);
    const now = session.watch('z', FOLLOWING, session.lastIndex) as SkiplistView;
    expect(now.key).toBe('a');
    expect((session.watch('z', FOLLOWING, b) as SkiplistView).key).toBe('b');
  });

  it('takes the last of several commands, and leaves other databases alone', () => {
    const { session, run } = begin();
    session.watch('z', FOLLOWING, 0);
    const both = run('ZADD a 1 x', 'ZADD b 1 x', 'PING');
    expect(seen(session, both)).toBe('b 0, b 1');
    run('SELECT 1');
    expect(seen(session, run('ZADD c 1 x'))).toBe('b 1, b 1');
  });

  it('starts with the first by name, and stays with a key that is gone', () => {
    const { session, run } = begin();
    run('SET s 1');
    expect((session.watch('z', FOLLOWING, session.lastIndex) as SkiplistView).key).toBeNull();
    run('ZADD b 1 x');
    expect(seen(session, run('DEL b'))).toBe('b 1, b 0');
  });

  it('may be told to look at one key and nothing else', () => {
    const { session, run } = begin();
    session.watch('z', { ...FOLLOWING, key: new TextEncoder().encode('a') }, 0);
    run('ZADD a 1 x');
    expect(seen(session, run('ZADD b 1 x'))).toBe('a 1, a 1');
  });
});

it('a window that follows is where the search is, and every picture is read at its step', () => {
  const { session, run } = begin();
  const window = { from: 0, count: 8 };
  session.watch('z', { ...FOLLOWING, window, follow: true }, 0);
  const members = Array.from({ length: 200 }, (_, n) => `${n} m${n}`).join(' ');
  run(`ZADD z ${members}`);
  const frame = run('ZRANK z m150');
  const moments = session.detail(frame).moments.filter(({ step }) => step?.type === 'skiplist.hop');
  expect(moments.length).toBeGreaterThan(2);
  for (const { step, picture } of moments) {
    const { nodes } = (picture.z as SkiplistView).skiplist!;
    if (step?.type === 'skiplist.hop') expect(nodes.map(({ rank }) => rank)).toContain(step.rank);
  }
  const added = session.detail(run('ZADD z 99.5 new')).moments;
  const insert = added.findIndex(({ step }) => step?.type === 'skiplist.insert');
  const lengthAt = (moment: number) => (added[moment].picture.z as SkiplistView).length;
  expect([lengthAt(insert - 1), lengthAt(insert)]).toEqual([200, 201]);
});

it('sorted sets come to be the same whether or not anybody watches them', () => {
  const outcome = (watching: boolean) => {
    const { session, run } = begin();
    if (watching) session.watch('z', { ...FOLLOWING, window: { from: 3, count: 5 }, follow: true }, 0);
    const replies: string[] = [];
    const told = (line: string) => {
      const { bytes } = session.frames[run(line)].summary.replies[0];
      replies.push(new TextDecoder('latin1').decode(bytes));
    };
    for (let n = 0; n < 60; n++) {
      told(`ZADD z ${(n * 37) % 23} m${n % 40}`);
      if (n % 3 === 0) told('ZRANGEBYSCORE z 5 12');
      if (n % 5 === 0) told(`ZREM z m${n % 17}`);
      if (n % 7 === 0) told(`ZREVRANGE z 0 ${n % 9}`);
      if (n % 11 === 0) told(`ZCOUNT z 3 ${n}`);
    }
    told('DUMP z');
    const view = session.watch('all', FOLLOWING, session.lastIndex);
    return { replies, view, usedBytes: session.engine.server.env.heap.usedBytes };
  };
  expect(outcome(true)).toEqual(outcome(false));
});
