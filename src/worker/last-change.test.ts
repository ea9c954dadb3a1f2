import { describe, expect, it } from 'vitest';
import type { LastChange, Position } from '../protocol/messages.ts';
import { parsePart, partWhere, readPart, samePart } from '../protocol/parts.ts';
import { encodeCommand } from '../protocol/resp.ts';
import type { DictEntryView, DictView, WatchTarget } from '../protocol/views.ts';
import { Session } from './session.ts';

const START_MS = 1_700_000_000_000;
const KEYSPACE: WatchTarget = { kind: 'keyspace', db: 0, window: { from: 0, count: 20 } };
const DICT: WatchTarget = {
  kind: 'dict',
  db: 0,
  which: 'keys',
  windows: [
    { from: 0, count: 32 },
    { from: 0, count: 32 },
  ],
  follow: true,
};
const SKIPLIST: WatchTarget = { kind: 'skiplist', db: 0, key: null, window: { from: 0, count: 16 } };

function sessionOf(watches: Record<string, WatchTarget>): Session {
  const session = new Session({ generation: '7.0', seed: 5, startMs: START_MS, config: {} });
  session.open(START_MS);
  for (const [id, target] of Object.entries(watches)) session.watch(id, target, session.lastIndex);
  return session;
}

function run(session: Session, ...lines: string[]): void {
  for (const line of lines) {
    const words = line.split(' ').map((word) => new TextEncoder().encode(word));
    session.send(1, encodeCommand(words), START_MS);
  }
}

const always = () => true;
const end = Number.MAX_SAFE_INTEGER;

function ask(session: Session, watchId: string, part: string, at?: Position): LastChange {
  return session.lastChange(watchId, part, at ?? { frame: session.lastIndex, moment: end }, always);
}

function commandOf(session: Session, answer: LastChange): string {
  if (answer.result !== 'changed') throw new Error(`the answer is ${answer.result}`);
  return session.frames[answer.position.frame].summary.text;
}

/** At the moment answered the part is what it is now, and at the moment before it is not. */
function expectEdge(session: Session, watchId: string, part: string, answer: LastChange): void {
  if (answer.result !== 'changed') throw new Error(`the answer is ${answer.result}`);
  const { frame, moment } = answer.position;
  const path = parsePart(part)!;
  const last = session.detail(session.lastIndex).moments.at(-1)!;
  const now = readPart(last.picture[watchId], path);
  const { moments } = session.detail(frame);
  expect(samePart(readPart(moments[moment].picture[watchId], path), now)).toBe(true);
  expect(samePart(readPart(moments[moment - 1].picture[watchId], path), now)).toBe(false);
}

describe('the last change', () => {
  it('of a row is the command that wrote it, and the step inside it', () => {
    const session = sessionOf({ keys: KEYSPACE });
    run(session, 'SET a 1', 'SET b 1', 'APPEND a xyz', 'GET a', 'SET c 1', 'EXPIRE b 100');
    const appended = ask(session, 'keys', 'rows[key=a].preview');
    expect(commandOf(session, appended)).toBe('APPEND a xyz');
    expectEdge(session, 'keys', 'rows[key=a].preview', appended);
    expect(commandOf(session, ask(session, 'keys', 'rows[key=a].type'))).toBe('SET a 1');
    expect(ask(session, 'keys', 'rows[key=a].type')).toMatchObject({ appeared: true });
    expect(commandOf(session, ask(session, 'keys', 'rows[key=b]'))).toBe('EXPIRE b 100');
    expect(commandOf(session, ask(session, 'keys', 'keys'))).toBe('SET c 1');
  });

  it('is asked from where the reader looks, also in the middle of a command', () => {
    const session = sessionOf({ keys: KEYSPACE });
    run(session, 'SET a 1', 'SET a 22', 'SET a 333');
    expect(commandOf(session, ask(session, 'keys', 'rows[key=a].preview', { frame: 3, moment: end }))).toBe(
      'SET a 22',
    );
    expect(ask(session, 'keys', 'rows[key=a].preview', { frame: 4, moment: 0 })).toMatchObject({
      position: { frame: 3 },
    });
  });

  it('may be the start of the server, or not exist', () => {
    const session = sessionOf({ keys: KEYSPACE });
    run(session, 'SET a 1');
    expect(ask(session, 'keys', 'db')).toEqual({ result: 'always' });
    expect(ask(session, 'keys', 'rows[key=nobody]')).toEqual({ result: 'absent' });
    expect(ask(session, 'keys', 'no such part')).toEqual({ result: 'absent' });
    expect(ask(session, 'other', 'db')).toEqual({ result: 'absent' });
    expect(ask(session, 'keys', 'rows[key=a]', { frame: 1, moment: 0 })).toEqual({ result: 'absent' });
  });

  it('of a key that was deleted and written again is the second writing', () => {
    const session = sessionOf({ keys: KEYSPACE });
    run(session, 'SET a 1', 'DEL a', 'SET b 1', 'SET a 1', 'GET a');
    const answer = ask(session, 'keys', 'rows[key=a].preview');
    expect(answer).toMatchObject({ position: { frame: 5 }, appeared: true });
  });

  it('of an entry is when it came to its place, however wide the table and whatever the window', () => {
    const session = sessionOf({ dict: DICT });
    for (let key = 0; key < 200; key++) run(session, `SET key:${key} ${key}`);
    const view = session.detail(session.lastIndex).moments.at(-1)!.picture.dict as DictView;
    const shown = view.tables.flatMap(({ buckets }) => buckets.flat());
    expect(shown.length).toBeGreaterThan(5);
    const bySteps = lastMoves(session);
    for (const entry of shown.slice(0, 8)) {
      const part = `tables.*.buckets.*${partWhere('address', entry.address)}`;
      const answer = ask(session, 'dict', part);
      if (answer.result !== 'changed') throw new Error(answer.result);
      expect([entry.key, answer.position.frame]).toEqual([entry.key, bySteps.get(entry.address)]);
    }
  });

  it('of a node is found in a list that has since become another encoding', () => {
    const session = sessionOf({ zset: SKIPLIST });
    run(
      session,
      'CONFIG SET zset-max-listpack-entries 2',
      'ZADD z 1 a 2 b',
      'ZADD z 3 c',
      'ZADD z 9 a',
      'ZADD z 4 d',
    );
    expect(commandOf(session, ask(session, 'zset', 'encoding'))).toBe('ZADD z 3 c');
    expect(commandOf(session, ask(session, 'zset', 'skiplist.nodes[member=a].score'))).toBe('ZADD z 9 a');
    expect(commandOf(session, ask(session, 'zset', 'length'))).toBe('ZADD z 4 d');
  });

  it('is found in portions, and the search can be left', () => {
    const session = sessionOf({ keys: KEYSPACE });
    run(session, 'SET old 1');
    for (let count = 0; count < 3000; count++) run(session, `SET k ${count}`);
    let answer = session.lastChange(
      'keys',
      'rows[key=old].preview',
      { frame: session.lastIndex, moment: end },
      () => false,
    );
    let portions = 0;
    let progress = -1;
    while (answer.result === 'searching') {
      progress = Math.max(progress, answer.progress);
      answer = session.searchOn(() => false);
      portions++;
    }
    expect(portions).toBeGreaterThan(100);
    expect(progress).toBeGreaterThan(0.9);
    expect(commandOf(session, answer)).toBe('SET old 1');
    session.lastChange(
      'keys',
      'rows[key=old].preview',
      { frame: session.lastIndex, moment: end },
      () => false,
    );
    session.fork(4);
    expect(session.searchOn(always)).toEqual({ result: 'absent' });
  });
});

/** By entry: the last frame in which a step put it somewhere, or a whole table took another's place. */
function lastMoves(session: Session): Map<number, number> {
  const moves = new Map<number, number>();
  const inSecond = new Set<number>();
  for (let frame = 0; frame <= session.lastIndex; frame++) {
    for (const { step } of session.detail(frame).moments) {
      if (step?.type === 'dict.insert' || step?.type === 'dict.move') {
        moves.set(step.entry, frame);
        if (step.type === 'dict.move' || step.table === 1) inSecond.add(step.entry);
      }
      if (step?.type === 'dict.swap') {
        for (const entry of inSecond) moves.set(entry, frame);
        inSecond.clear();
      }
    }
  }
  return moves satisfies Map<DictEntryView['address'], number>;
}

describe('parts of other panels', () => {
  it('a byte, a setting and a place on the map are followed like a key', () => {
    const session = sessionOf({
      packed: { kind: 'packed', db: 0, key: null, follow: true },
      config: { kind: 'config', db: 0 },
      geo: { kind: 'geo', db: 0, key: null, window: { from: 0, count: 50 } },
    });
    run(
      session,
      'HSET h a 1',
      'HSET h b 2',
      'CONFIG SET hz 20',
      'GEOADD g 13.3 38.1 palermo 15 37.5 catania',
      'GEOADD g 13.4 38.1 palermo',
      'GEOADD g 10 40 elsewhere',
      'HSET h b 3',
      'HGET h a',
    );
    // 6 bytes of header, then a field of 3, its value of 2, another field of 3: its value is the byte after them.
    expect(commandOf(session, ask(session, 'packed', 'value.block.bytes.14'))).toBe('HSET h b 3');
    expect(commandOf(session, ask(session, 'packed', 'value.block.bytes.7'))).toBe('HSET h a 1');
    expect(commandOf(session, ask(session, 'config', 'parameters[name=hz].value'))).toBe('CONFIG SET hz 20');
    expect(commandOf(session, ask(session, 'geo', 'members[member="palermo"]{longitude,latitude}'))).toBe(
      'GEOADD g 13.4 38.1 palermo',
    );
  });
});
