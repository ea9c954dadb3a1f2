/** Views from the log in a session of several servers: each is that of one server. */
import { beforeAll, expect, test } from 'vitest';
import { bytesOf, latin1 } from '../../engine/index.ts';
import { loadRest } from '../../engine/state/lazy-chunks.ts';
import { encodeCommand } from '../../protocol/resp.ts';
import type { SessionStart } from '../../protocol/session.ts';
import type { CostView, LocksView, LoopView, View, WatchTarget, WireView } from '../../protocol/views.ts';
import { loadWorlds } from '../../sim/machine.ts';
import { Session } from '../session.ts';

const START_MS = 1_790_000_000_000;
const START: SessionStart = {
  generation: '7.0',
  seed: 7,
  startMs: START_MS,
  config: { save: '' },
  world: {
    nodes: [
      { name: 'ann', host: '10.0.0.1', port: 6379, config: {} },
      { name: 'bob', host: '10.0.0.2', port: 6379, config: { replicaof: '10.0.0.1 6379' } },
    ],
    latency: { ms: 2, jitterMs: 1 },
  },
};

beforeAll(() => Promise.all([loadWorlds(), loadRest()]));

class Played {
  readonly session = new Session(START);

  /** A replica that has all of its master's data; console 1 is at the master, console 2 at the replica. */
  constructor() {
    this.session.open(START_MS, 0);
    this.session.open(START_MS, 1);
    this.pass(8000);
    expect(this.reply(2, 'INFO replication')).toContain('master_link_status:up');
  }

  send(client: number, line: string): number {
    return this.session.send(client, encodeCommand(line.split(' ').map(bytesOf)), this.session.nowMs).frame
      .index;
  }

  reply(client: number, line: string): string {
    return latin1(this.session.reply(this.send(client, line), client));
  }

  pass(ms: number): void {
    const { session } = this;
    const untilMs = session.nowMs + ms;
    for (let at = session.wakeAtMs; at !== null && at <= untilMs; at = session.wakeAtMs) session.tick(at);
  }

  /** As a panel that has just been opened sees it, and as the pictures of the frame have it. */
  see<V extends View>(target: WatchTarget, frame = this.session.lastIndex): V {
    const view = this.session.watch('seen', target, frame);
    expect(this.session.detail(frame).moments.at(-1)?.picture.seen).toEqual(view);
    return view as V;
  }

  loop(server: number, frame?: number): LoopView {
    return this.see({ kind: 'loop', db: 0, turns: 64, server }, frame);
  }

  cost(server: number, frame?: number): CostView {
    return this.see({ kind: 'cost', db: 0, server }, frame);
  }

  wire(server: number, frame?: number): WireView {
    return this.see({ kind: 'wire', db: 0, server }, frame);
  }

  locks(server: number, key: string, frame?: number): LocksView {
    return this.see({ kind: 'locks', db: 0, key: bytesOf(key), server }, frame);
  }
}

const commandsOf = ({ turns }: LoopView) =>
  turns.flatMap(({ parts }) => parts.filter(({ part }) => part === 'command').map(({ label }) => label));

test('the loop of a replica is woken by its master, and that of the master by its replica', () => {
  const played = new Played();
  played.send(1, 'SET colour red');
  played.pass(100);
  const [ann, bob] = [played.loop(0), played.loop(1)];
  expect(bob.turns.map(({ cause }) => cause)).toEqual(expect.arrayContaining(['link-open', 'peer-data']));
  const turn = bob.turns.find(({ parts }) => parts.some(({ label }) => label === 'SET colour red'));
  expect(turn).toMatchObject({ cause: 'peer-data' });
  expect(turn?.reads).toEqual([{ client: turn?.client, bytes: expect.any(Number) }]);
  expect(turn?.sockets).toContainEqual({ client: turn?.client, waits: false });
  expect(bob.peers).toContainEqual({ client: turn?.client, name: 'ann' });
  // The frames in which the one did something are not those of the other.
  const own = new Set(ann.turns.map(({ frame }) => frame));
  expect(bob.turns.some(({ frame }) => own.has(frame))).toBe(false);
  expect(ann.turns.map(({ cause }) => cause)).toEqual(expect.arrayContaining(['peer-data', 'data']));
  const sent = ann.turns.find(({ parts }) => parts.some(({ label }) => label === 'SET colour red'));
  const peer = ann.peers?.find(({ name }) => name === 'bob')?.client;
  expect(sent).toMatchObject({ cause: 'data', client: 1 });
  expect(sent?.writes.map(({ client }) => client)).toContain(peer);
});

test('a server that nobody reaches and one that hangs up are causes of turns', () => {
  const played = new Played();
  played.send(2, 'REPLICAOF 10.9.9.9 6379');
  played.pass(2000);
  expect(played.loop(1).turns.map(({ cause }) => cause)).toContain('link-refused');
  expect(played.loop(0).turns.map(({ cause }) => cause)).toContain('peer-close');
});

test('costs are those of the commands of one server', () => {
  const played = new Played();
  const before = played.cost(1).rows.length;
  played.send(1, 'RPUSH list a b c');
  expect(played.cost(1).rows).toHaveLength(before);
  expect(played.cost(0).rows[0]).toMatchObject({ command: 'RPUSH list a b c', client: 1 });
  expect(played.cost(0).rows[0]).not.toHaveProperty('peer');
  played.pass(100);
  played.send(2, 'LRANGE list 0 -1');
  const [read, written] = played.cost(1).rows;
  expect(read).toMatchObject({ command: 'LRANGE list 0 -1', client: 2, replyElements: 3 });
  expect(written).toMatchObject({ command: 'RPUSH list a b c', peer: 'ann' });
  expect(commandsOf(played.loop(0))).not.toContain('LRANGE list 0 -1');
});

test('the wire shows what a console and its server send each other', () => {
  const played = new Played();
  const frame = played.send(2, 'GET nothing');
  const wire = played.wire(1, frame);
  expect(latin1(wire.request?.bytes ?? bytesOf(''))).toBe('*2\r\n$3\r\nGET\r\n$7\r\nnothing\r\n');
  expect(wire).toMatchObject({ client: 2, replies: [{ client: 2, other: null }] });
  expect(wire).not.toHaveProperty('elsewhere');
  expect(played.wire(0, frame)).toMatchObject({ client: 0, request: null, replies: [], elsewhere: true });
});

test('a lock at one server has the lanes of its consoles, whatever others do meanwhile', () => {
  const played = new Played();
  played.send(1, 'SET lock:a me NX PX 5000');
  const third = played.session.open(played.session.nowMs, 0);
  played.send(2, 'PING');
  played.send(third, 'SET lock:a you NX PX 5000');
  played.pass(100);
  played.send(2, 'GET lock:a');
  const locks = played.locks(0, 'lock:a');
  expect(locks.lanes.map(({ client, state }) => [client, state])).toEqual([
    [1, 'held'],
    [third, 'waiting'],
  ]);
  const observe = (path: string) => played.session.observe(path, played.session.lastIndex);
  expect(observe('db0.lock(lock:a).holder')).toBe('1');
  expect(observe('at(ann).db0.lock(lock:a).refused')).toBe(1);
  // There the master has taken it.
  expect(played.locks(1, 'lock:a').lanes.map(({ name }) => name)).toContain('ann');
});

test('times are those of the server, and a server that is added has none before', () => {
  const played = new Played();
  const before = played.session.lastIndex;
  const { session } = played;
  session.change({ type: 'clock', node: 1, offsetMs: 60_000, rate: 1 }, session.nowMs);
  played.send(2, 'SET k v');
  const loop = played.loop(1);
  expect(loop.nowMs).toBe(loop.turns.at(-1)?.atMs);
  expect(loop.nowMs - session.nowMs).toBe(60_000);
  session.change(
    { type: 'add', start: { name: 'cid', host: '10.0.0.3', port: 6379, config: {} } },
    session.nowMs,
  );
  session.open(session.nowMs, 2);
  expect(played.loop(2).turns).toHaveLength(1);
  expect(session.watch('early', { kind: 'loop', db: 0, turns: 8, server: 2 }, before)).toBeNull();
});
