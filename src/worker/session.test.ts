import { describe, expect, it } from 'vitest';
import { Random } from '../engine/base/random.ts';
import { readView } from '../engine/inspect/index.ts';
import type { Engine } from '../engine/server/engine.ts';
import { encodeCommand } from '../protocol/resp.ts';
import type { SessionStart } from '../protocol/session.ts';
import type { DictView, View, WatchTarget } from '../protocol/views.ts';
import { Session } from './session.ts';
import { decodeFile, decodeLink, encodeFile, encodeLink } from './session-file.ts';

const START: SessionStart = {
  generation: '7.0',
  seed: 7,
  startMs: 1_700_000_000_000,
  config: { 'enable-debug-command': 'yes' },
};
const WHOLE = { from: 0, count: 1024 };
const DICT: WatchTarget = { kind: 'dict', db: 0, which: 'keys', windows: [WHOLE, WHOLE] };
const KEYSPACE: WatchTarget = { kind: 'keyspace', db: 0, window: { from: 0, count: 500 } };

function command(text: string): Uint8Array {
  return encodeCommand(text.split(' ').map((word) => new TextEncoder().encode(word)));
}

/** Everything visible of an engine, and the bytes it holds. */
function stateOf(engine: Engine): unknown {
  const { server } = engine;
  const views: (View | null)[] = [];
  for (let db = 0; db < 3; db++) {
    for (const which of ['keys', 'expires'] as const) {
      views.push(readView(server, { kind: 'dict', db, which, windows: [WHOLE, WHOLE] }));
    }
    views.push(readView(server, { kind: 'keyspace', db, window: { from: 0, count: 500 } }));
  }
  const { hits, misses, expiredKeys, dirty } = server.keyspace;
  return {
    views,
    hits,
    misses,
    expiredKeys,
    dirty,
    usedBytes: server.env.heap.usedBytes,
    nowMs: server.nowMs,
  };
}

/** A session of random commands, two clients, passing time and the server's own work. */
function play(seed: number, steps: number, watching: boolean): { session: Session; replies: unknown[] } {
  const chance = new Random(seed).stream('play');
  const pick = <T>(list: readonly T[]): T => list[chance.below(list.length)];
  const session = new Session(START);
  const replies: unknown[] = [];
  let nowMs = START.startMs;
  session.open(nowMs);
  session.open(nowMs);
  for (let i = 0; i < steps; i++) {
    nowMs += pick([0, 1, 7, 60, 400]);
    while (session.wakeAtMs !== null && session.wakeAtMs <= nowMs) session.tick(session.wakeAtMs);
    if (watching && i % 5 === 0) session.watch('dict', DICT, session.lastIndex);
    if (watching && i % 7 === 0) session.watch('keys', KEYSPACE, session.lastIndex);
    if (watching && i % 11 === 0) session.unwatch('dict');
    if (watching && i % 23 === 0) session.detail(chance.below(1) + Math.floor(session.lastIndex / 2));
    else if (!watching && i % 23 === 0) chance.below(1);
    const key = `k${chance.below(40)}`;
    const line = pick([
      `SET ${key} ${chance.below(1e9)}`,
      `SET ${key} ${'x'.repeat(chance.below(60))}y PX ${1 + chance.below(900)}`,
      `GET ${key}`,
      `DEL ${key} k${chance.below(40)}`,
      `INCR n${chance.below(9)}`,
      `APPEND ${key} tail`,
      `PEXPIRE ${key} ${chance.below(500)}`,
      `SCAN ${chance.below(8)}`,
      `RENAME ${key} k${chance.below(40)}`,
      `RANDOMKEY`,
      `SELECT ${chance.below(3)}`,
      `NOSUCH ${key}`,
    ]);
    replies.push(session.send(1 + chance.below(2), command(line), nowMs).frame.replies);
  }
  return { session, replies };
}

describe('a session', () => {
  it('gives the same replies and state whether or not anybody watches', () => {
    for (let seed = 1; seed <= 5; seed++) {
      const plain = play(seed, 400, false);
      const watched = play(seed, 400, true);
      expect(watched.replies, `seed ${seed}`).toEqual(plain.replies);
      expect(stateOf(watched.session.engine), `seed ${seed}`).toEqual(stateOf(plain.session.engine));
      const summaries = (session: Session) => session.frames.map(({ summary }) => summary);
      expect(summaries(watched.session)).toEqual(summaries(plain.session));
    }
  });

  it('replays to the same state, the same timeline and the same pictures', () => {
    const { session } = play(11, 400, true);
    session.watch('dict', DICT, session.lastIndex);
    const again = Session.replay(START, session.inputs);
    again.watch('dict', DICT, again.lastIndex);
    again.watch('keys', KEYSPACE, again.lastIndex);
    session.watch('keys', KEYSPACE, session.lastIndex);
    expect(stateOf(again.engine)).toEqual(stateOf(session.engine));
    expect(again.frames).toEqual(session.frames);
    for (const index of [0, 1, 2, 57, 200, session.lastIndex]) {
      expect(again.detail(index), `frame ${index}`).toEqual(session.detail(index));
    }
  });

  it('comes back from a link and from a file as it was', async () => {
    const { session } = play(3, 200, false);
    const saved = {
      start: START,
      inputs: session.inputs,
      position: { frame: 9, moment: 2 },
      page: { route: '/lab' },
    };
    expect(await decodeLink(await encodeLink(saved))).toEqual(saved);
    expect(await decodeFile(await encodeFile(saved))).toEqual(saved);
  });

  it('shows the rehash bucket by bucket, from the live table', () => {
    const session = new Session(START);
    session.open(START.startMs);
    session.watch('dict', DICT, 0);
    const dictAt = (frame: number, moment: number) =>
      session.detail(frame).moments[moment].picture.dict as DictView;
    for (let i = 0; i < 4; i++) session.send(1, command(`SET key:${i} v`), START.startMs);
    const before = dictAt(session.lastIndex, session.detail(session.lastIndex).moments.length - 1);
    expect(before.tables.map(({ size, used }) => [size, used])).toEqual([
      [4, 4],
      [0, 0],
    ]);
    const { frame, detail } = session.send(1, command('SET key:4 v'), START.startMs);
    expect(frame.marks).toContain('resize');
    const resized = detail?.moments.findIndex(({ step }) => step?.type === 'dict.resize') as number;
    expect(dictAt(frame.index, resized).tables.map(({ size }) => size)).toEqual([4, 8]);
    // Each moved entry is in ht[1] in the picture of its own step and still in ht[0] one picture earlier.
    let moves = 0;
    for (
      let guard = 0;
      guard < 20 && session.engine.server.keyspace.databases[0].keys.rehashIndex !== -1;
      guard++
    ) {
      const { detail: inside } = session.send(1, command('GET nothing'), START.startMs);
      inside?.moments.forEach(({ step, picture }, at) => {
        if (step?.type !== 'dict.move') return;
        moves++;
        const has = (view: DictView, table: 0 | 1) =>
          view.tables[table].buckets.some((chain) => chain.some(({ address }) => address === step.entry));
        const now = picture.dict as DictView;
        const earlier = inside.moments[at - 1].picture.dict as DictView;
        expect([has(earlier, 0), has(earlier, 1)]).toEqual([true, false]);
        expect([has(now, 0), has(now, 1)]).toEqual([false, true]);
      });
    }
    expect(moves).toBeGreaterThan(0);
    expect(session.engine.server.keyspace.databases[0].keys.tables[0].size).toBe(8);
  });

  it('forks in the past and keeps both branches', () => {
    const session = new Session(START);
    session.open(START.startMs);
    session.send(1, command('SET a 1'), START.startMs);
    session.send(1, command('SET a 2'), START.startMs + 50);
    session.fork(2);
    expect(session.nowMs).toBe(START.startMs);
    session.send(1, command('SET b 3'), START.startMs + 10);
    const text = () => session.frames.map(({ summary }) => summary.text);
    expect(text()).toEqual(['', '', 'SET a 1', 'SET b 3']);
    expect(session.switchTo(1)).toBe(2);
    expect(text()).toEqual(['', '', 'SET a 1', 'SET a 2']);
    expect(session.overview().branches).toEqual([
      { id: 1, parent: null, frames: 4, commands: 2, begins: '', sharedFrame: 3 },
      {
        id: 2,
        parent: { branch: 1, frame: 2 },
        frames: 4,
        commands: 2,
        begins: 'SET b 3',
        sharedFrame: 2,
      },
    ]);
  });

  it('refuses damaged links and files with a reason', async () => {
    const { session } = play(5, 20, false);
    const saved = { start: START, inputs: session.inputs, position: { frame: 1, moment: 0 }, page: {} };
    const link = await encodeLink(saved);
    const file = await encodeFile(saved);
    for (const bad of [
      '',
      '!!!',
      link.slice(0, -9),
      link.slice(9),
      `${link.slice(0, 40)}AAAA${link.slice(44)}`,
    ]) {
      await expect(decodeLink(bad), bad.slice(0, 12)).rejects.toMatchObject({
        refusal: { code: 'damaged-link' },
      });
    }
    await expect(decodeFile(file.slice(0, 30))).rejects.toMatchObject({ refusal: { code: 'damaged-file' } });
    await expect(decodeFile(new Uint8Array([1, 2, 3]))).rejects.toMatchObject({
      refusal: { code: 'damaged-file' },
    });
  });
});

describe('a window that follows', () => {
  it('is where the step happens, in a table of which only a part is watched', () => {
    const session = new Session(START);
    session.open(START.startMs);
    session.send(1, command('DEBUG POPULATE 3000'), START.startMs);
    const part = { from: 0, count: 16 };
    session.watch('dict', { ...DICT, windows: [part, part], follow: true } as WatchTarget, session.lastIndex);
    const { detail } = session.send(1, command('GET key:1234'), START.startMs);
    const looked = detail?.moments.filter(({ step }) => step?.type === 'dict.walk') ?? [];
    expect(looked.length).toBeGreaterThan(0);
    for (const { step, picture } of looked) {
      if (step?.type !== 'dict.walk') continue;
      const { from, buckets } = (picture.dict as DictView).tables[step.table];
      expect(buckets).toHaveLength(16);
      expect(buckets[step.bucket - from].map(({ address }) => address)).toContain(step.entry);
    }
    // It stays there: the next command begins where this one ended.
    const next = session.send(1, command('PING'), START.startMs).detail?.moments[0].picture.dict as DictView;
    const last = detail?.moments.at(-1)?.picture.dict as DictView;
    expect(next.tables[0].from).toBe(last.tables[0].from);
  });

  it('shows the present of a long history without replaying it', () => {
    const session = new Session(START);
    session.open(START.startMs);
    const many = encodeMany(60_000);
    session.send(1, many, START.startMs);
    session.watch('keys', KEYSPACE, Number.MAX_SAFE_INTEGER);
    const { moments } = session.detail(session.lastIndex);
    expect(moments.map(({ step }) => step)).toEqual([null, null]);
    expect(moments[1].picture.keys).toMatchObject({ keys: 60_000 });
    // The past itself is still exact.
    expect(session.detail(1).moments[1].picture.keys).toMatchObject({ keys: 0 });
  });
});

function encodeMany(count: number): Uint8Array {
  let text = '';
  for (let i = 0; i < count; i++) text += `SET many:${i} ${i}\r\n`;
  return new TextEncoder().encode(text);
}
