/** Turns of the loop, bytes on the wire and costs, against what the engine itself tells of them. */
import { expect, test } from 'vitest';
import { bytesOf, latin1 } from '../engine/base/bytes.ts';
import { loadScripting } from '../engine/scripting/loader.ts';
import { encodeCommand } from '../protocol/resp.ts';
import type { SessionStart } from '../protocol/session.ts';
import type { CostView, LoopView, WireView } from '../protocol/views.ts';
import { Session } from './session.ts';

const START_MS = 1_790_000_000_000;
const start: SessionStart = {
  generation: '7.0',
  seed: 5,
  startMs: START_MS,
  config: { 'enable-debug-command': 'yes', save: '' },
};

class Played {
  readonly session = new Session(start);
  atMs = START_MS;

  constructor(clients = 1) {
    for (let count = 0; count < clients; count++) this.session.open(this.atMs);
    this.session.watch('loop', { kind: 'loop', db: 0, turns: 64 }, 0);
    this.session.watch('wire', { kind: 'wire', db: 0 }, 0);
    this.session.watch('cost', { kind: 'cost', db: 0 }, 0);
  }

  /** Sends a line and gives the reply's bytes. */
  run(text: string, client = 1, afterMs = 10): string {
    return this.send(encodeCommand(text.split(' ').map(bytesOf)), client, afterMs);
  }

  send(bytes: Uint8Array, client = 1, afterMs = 10): string {
    this.atMs += afterMs;
    const { frame } = this.session.send(client, bytes, this.atMs);
    return frame.replies.map((reply) => latin1(reply.bytes)).join('|');
  }

  view<V>(id: string, frame = this.session.lastIndex): V {
    const { moments } = this.session.detail(frame);
    return moments[moments.length - 1].picture[id] as V;
  }

  get loop(): LoopView {
    return this.view('loop');
  }

  get wire(): WireView {
    return this.view('wire');
  }

  get cost(): CostView {
    return this.view('cost');
  }
}

test('the loop has a turn for every frame, and its time is that of INFO commandstats', () => {
  const played = new Played();
  for (let index = 0; index < 20; index++) played.run(`RPUSH list ${'x'.repeat(index * 200)}`);
  played.run('GET list');
  played.run('KEYS *');
  const { loop } = played;
  expect(loop.turns.map(({ frame }) => frame)).toEqual(Array.from(loop.turns, (_, at) => at + 1));
  const seen = loop.turns.flatMap(({ parts }) => parts).filter(({ part }) => part === 'command');
  expect(seen).toHaveLength(22);
  expect(seen[20]).toMatchObject({ label: 'GET list', failed: true });
  const told = played.run('INFO commandstats');
  for (const name of ['rpush', 'get', 'keys']) {
    const usec = Number(new RegExp(`cmdstat_${name}:calls=\\d+,usec=(\\d+)`).exec(told)?.[1]);
    const sum = seen
      .filter(({ label }) => label.toLowerCase().startsWith(name))
      .reduce((total, { microseconds }) => total + (microseconds ?? 0), 0);
    expect([name, sum]).toEqual([name, usec]);
  }
});

test('input sent while DEBUG SLEEP holds the thread stays unread and waits for its turn', () => {
  const played = new Played(2);
  played.run('DEBUG SLEEP 0.5', 1);
  played.run('SET k v', 2);
  let { turns } = played.loop;
  expect(turns.at(-2)).toMatchObject({ heldBy: 'sleep', unread: false });
  expect(turns.at(-2)?.untilUs).toBe(Math.round((played.atMs - 10 + 500) * 1000));
  expect(turns.at(-1)).toMatchObject({ heldBy: 'sleep', unread: true, parts: [], writes: [] });
  played.session.tick(START_MS + 1000);
  ({ turns } = played.loop);
  expect(turns.at(-1)).toMatchObject({ cause: 'timer', unread: false });
  expect(turns.at(-1)?.parts.map(({ label }) => label)).toContain('SET k v');
  expect(
    turns
      .at(-1)
      ?.writes.map(({ client }) => client)
      .sort(),
  ).toEqual([1, 2]);
});

test('a long script holds the thread in slices, and what it calls is inside', async () => {
  await loadScripting();
  const played = new Played();
  played.run('SET k 0');
  played.send(encodeCommand(['EVAL', "for i=1,3 do redis.call('INCR','k') end return 1", '0'].map(bytesOf)));
  const [part] = played.loop.turns.at(-1)?.parts ?? [];
  expect(part).toMatchObject({ part: 'command', inside: 3, insideMicroseconds: 3 });
  const [row] = played.cost.rows;
  expect(row.counts).toContainEqual({ counter: 'calls', count: 3 });
  expect(row.insideMicroseconds).toBe(3);

  const long = 'local x = 0 for i = 1, 200000 do x = x + i end return x';
  played.send(encodeCommand(['EVAL', long, '0'].map(bytesOf)));
  const begun = played.loop.turns.at(-1)!;
  expect(begun).toMatchObject({ heldBy: 'script', heldUntilMs: played.atMs + 5 });
  const { session } = played;
  while (session.wakeAtMs !== null) session.tick(session.wakeAtMs);
  played.atMs = session.nowMs;
  // Its slices are no frames; the thread was the script's all the same, and no timer was looked at.
  const ended = played.loop.turns.at(-1)!;
  expect(ended).toMatchObject({ turn: begun.turn + 1, cause: 'timer', idleTimers: 0 });
  expect(ended.atMs - begun.atMs).toBeGreaterThan(10);
  expect(ended.idleFromUs).toBe(Math.round(ended.atMs * 1000));
  expect(ended.writes).toHaveLength(1);
});

test('jobs of other threads stand beside the turns from their beginning to their end', () => {
  const played = new Played();
  for (let index = 0; index < 200; index++) played.run(`SET key:${index} ${'v'.repeat(100)}`);
  played.run('BGSAVE');
  const [job] = played.loop.jobs;
  expect(job).toMatchObject({ job: 'rdb-save', state: 'running' });
  const begun = played.session.lastIndex;
  for (let index = 0; index < 50 && played.loop.jobs[0].state === 'running'; index++) {
    played.atMs += 200;
    played.session.tick(played.atMs);
  }
  expect(played.loop.jobs).toMatchObject([{ state: 'done', endsAtMs: job.endsAtMs }]);
  // Looked at from the past, it still runs.
  expect(played.view<LoopView>('loop', begun).jobs).toMatchObject([{ state: 'running' }]);
});

test('the wire shows the bytes of the log, and what the other protocol would have said', () => {
  const played = new Played();
  played.run('HSET h a 1');
  const said = played.run('HGETALL h');
  const { wire } = played;
  expect(latin1(wire.request!.bytes)).toBe('*2\r\n$7\r\nHGETALL\r\n$1\r\nh\r\n');
  expect(latin1(wire.replies[0].bytes)).toBe(said);
  expect(latin1(wire.replies[0].other!.bytes)).toBe('%1\r\n$1\r\na\r\n$1\r\n1\r\n');
  played.run('HELLO 3');
  expect(played.wire).toMatchObject({ protocol: 2, replies: [{ protocol: 3, other: null }] });
  expect(played.run('HGETALL h')).toBe(latin1(wire.replies[0].other!.bytes));
  expect(latin1(played.wire.replies[0].other!.bytes)).toBe(said);
  // What tells of the connection itself is not spoilt by having been asked in the other protocol before.
  played.run('HGETALL h');
  const own = played.run('CLIENT LIST').replace(/^.*\r\n/, '');
  const other = latin1(played.wire.replies[0].other!.bytes).replace(/^.*\r\n/, '');
  expect(other.replace('resp=2', 'resp=3').trim()).toBe(own.trim().replace(/^txt:/, ''));
});

test('half a command waits, and the rest is shown behind what came before', () => {
  const played = new Played();
  played.send(bytesOf('*1\r\n$4\r\nPI'));
  expect(played.wire).toMatchObject({ leftBytes: 10, replies: [] });
  played.send(bytesOf('NG\r\nPING\r\n'));
  const { wire } = played;
  expect(latin1(wire.pending.bytes)).toBe('*1\r\n$4\r\nPI');
  expect(latin1(wire.replies[0].bytes)).toBe('+PONG\r\n+PONG\r\n');
  expect(wire.leftBytes).toBe(0);
});

test('messages for others are on the wire of the frame that sent them', () => {
  const played = new Played(3);
  played.run('SUBSCRIBE news', 2);
  played.run('SUBSCRIBE news', 3);
  played.run('PUBLISH news hi', 1);
  expect(played.wire.replies.map(({ client }) => client).sort()).toEqual([1, 2, 3]);
  const told = played.wire.replies.find(({ client }) => client === 2)!;
  expect(latin1(told.bytes).startsWith('*3\r\n')).toBe(true);
  expect(latin1(told.other!.bytes).startsWith('>3\r\n')).toBe(true);
});

test('a cost is what the steps and the accounts say, and the model adds up', () => {
  const played = new Played();
  for (let index = 0; index < 300; index++) played.run(`ZADD z ${index} member:${index}`);
  played.run('ZRANK z member:150');
  const [row] = played.cost.rows;
  expect(played.cost.rows).toHaveLength(11);
  expect(row).toMatchObject({
    name: 'zrank',
    complexity: 'O(log(N))',
    failed: false,
    changes: 0,
    heapBytes: 0,
  });
  expect(row.keys).toEqual([{ key: 'z', type: 'zset', encoding: 'skiplist', size: 300 }]);
  const hops = row.counts.find(({ counter }) => counter === 'hops')!.count;
  expect(hops).toBeGreaterThan(0);
  expect(hops).toBeLessThan(60);

  played.run('DEL z');
  const [removed] = played.cost.rows;
  const freed = removed.classes.reduce((sum, { slotBytes, freed: count }) => sum + slotBytes * count, 0);
  const taken = removed.classes.reduce((sum, { slotBytes, taken: count }) => sum + slotBytes * count, 0);
  expect(taken - freed).toBe(removed.heapBytes);
  const { terms } = removed;
  const work = terms.messageBytes / 2048 + terms.heapBytes / 4096 + terms.arguments / 16;
  expect(removed.microseconds).toBe(terms.base + Math.floor(work));
});

test('inside a command the counters run up to what they are in the end', () => {
  const played = new Played();
  played.run('HSET h a 1 b 2 c 3');
  played.run('HGET h c');
  const { moments } = played.session.detail(played.session.lastIndex);
  const totals = moments.map(({ picture }) => {
    const [row] = (picture.cost as CostView).rows;
    return row.command === 'HGET h c' ? row.counts.reduce((sum, { count }) => sum + count, 0) : 0;
  });
  expect(totals[0]).toBe(0);
  for (let at = 1; at < totals.length; at++) expect(totals[at]).toBeGreaterThanOrEqual(totals[at - 1]);
  expect(totals.at(-1)).toBeGreaterThan(3);
});

test('a fresh replay sees the same, and another branch its own', () => {
  const played = new Played();
  for (let index = 0; index < 10; index++) played.run(`SET k${index} ${'v'.repeat(index)}`);
  const again = Session.replay(start, played.session.inputs);
  for (const [id, target] of [
    ['loop', { kind: 'loop', db: 0, turns: 64 }],
    ['wire', { kind: 'wire', db: 0 }],
    ['cost', { kind: 'cost', db: 0 }],
  ] as const) {
    expect(again.watch(id, target, 7)).toEqual(played.view(id, 7));
  }
  played.session.fork(5);
  played.run('PING');
  expect(played.cost.rows[0].command).toBe('PING');
  expect(played.loop.turns).toHaveLength(6);
});

test('a history that would take too long to replay is said to be too long, and nothing is made up', () => {
  const session = new Session(start);
  session.open(START_MS);
  const many = bytesOf('PING\r\n'.repeat(50_001));
  for (let count = 0; count < 6; count++) session.send(1, many, START_MS + count);
  const last = session.lastIndex;
  expect(session.watch('loop', { kind: 'loop', db: 0, turns: 8 }, last)).toMatchObject({
    tooLong: true,
    turns: [],
  });
  expect(session.watch('cost', { kind: 'cost', db: 0 }, last)).toMatchObject({ tooLong: true, rows: [] });
  expect(session.watch('wire', { kind: 'wire', db: 0 }, last)).toMatchObject({
    tooLong: true,
    request: null,
  });
  // Up to there it is shown, a long pipeline as one part.
  const loop = session.watch('loop', { kind: 'loop', db: 0, turns: 8 }, last - 1) as LoopView;
  expect(loop.turns.at(-1)?.parts).toMatchObject([
    { part: 'commands', amount: 50_001, microseconds: 50_001 },
  ]);
});
