import { describe, expect, it } from 'vitest';
import { encodeCommand } from '../../protocol/resp.ts';
import type { LadderView } from '../../protocol/views.ts';
import { fuzzSeed } from '../../testing/fuzz-seed.ts';
import { bytesOf } from '../base/bytes.ts';
import { Random } from '../base/random.ts';
import { TestServer } from './test-server.ts';

const look = (server: TestServer, key: string | null = 'z', from = 0, count = 100) =>
  server.look({
    kind: 'ladder',
    db: 0,
    key: key === null ? null : bytesOf(key),
    window: { from, count },
  }) as LadderView;

const encodings = [
  ['listpack', {}],
  ['skiplist', { 'zset-max-listpack-entries': '0' }],
] as const;

describe.each(encodings)('a sorted set as %s', (encoding, config) => {
  it('has rungs by score, and a window of them', () => {
    const server = new TestServer('7.0', config);
    expect(look(server, null)).toMatchObject({ key: null, encoding: null, length: 0, rungs: [] });
    server.run('ZADD z 3 c 1.5 a 2 b inf d');
    expect(look(server)).toMatchObject({
      encoding,
      length: 4,
      rungs: [
        { member: 'a', score: '1.5' },
        { member: 'b', score: '2' },
        { member: 'c', score: '3' },
        { member: 'd', score: 'inf' },
      ],
      lowest: '1.5',
      highest: 'inf',
      query: null,
    });
    expect(look(server, 'z', 2, 1)).toMatchObject({ from: 2, rungs: [{ member: 'c' }] });
  });

  it('emits who moves where', () => {
    const server = new TestServer('7.0', config);
    server.run('ZADD z 1 a 2 b 3 c');
    const zset = look(server).address;
    const moves = (line: string) => server.stepsOf(line).filter(({ type }) => type === 'zset.moved');
    expect(moves('ZINCRBY z 5 a')).toEqual([
      { type: 'zset.moved', zset, member: 'a', fromScore: '1', toScore: '6', fromRank: 0, toRank: 2 },
    ]);
    expect(moves('ZADD z 2.5 d')).toEqual([
      { type: 'zset.moved', zset, member: 'd', fromScore: null, toScore: '2.5', fromRank: -1, toRank: 1 },
    ]);
    expect(moves('ZADD z GT 1 a')).toEqual([]);
  });

  it('knows the rank that was asked for, from either end', () => {
    const server = new TestServer('7.0', config);
    server.run('ZADD z 1 a 2 b 3 c');
    expect(server.run('ZREVRANK z a')).toBe('(integer) 2');
    expect(look(server).query).toMatchObject({ by: 'member', min: 'a', reverse: true, from: 0, count: 1 });
    server.run('ZRANK z nobody');
    expect(look(server).query).toMatchObject({ by: 'member', count: 0 });
    server.run('ZCOUNT other 0 1');
    expect(look(server).query).toBe(null);
  });

  it(`seed ${fuzzSeed}: the window taken is what the command answers`, () => {
    const random = new Random(fuzzSeed).stream('sampling');
    const server = new TestServer('7.0', config);
    const pick = <T>(items: readonly T[]) => items[random.below(items.length)];
    for (let at = 0; at < 40; at++) server.run(`ZADD z ${random.below(12)} m${at}`);
    for (let at = 0; at < 26; at++) server.run(`ZADD names 0 ${String.fromCharCode(97 + at)}${at}`);
    const score = () => `${pick(['', '('])}${pick(['-inf', '+inf', String(random.below(13)), '4.5'])}`;
    const bound = () =>
      pick(['-', '+', `[${String.fromCharCode(97 + random.below(26))}`, `(${pick(['c2', 'k', 'z'])}`]);
    const limit = () => pick(['', ` LIMIT ${random.below(6)} ${random.below(8) - 1}`, ' LIMIT -1 5']);
    const rank = () => String(random.below(60) - 20);
    for (let round = 0; round < 400; round++) {
      const command = pick([
        () => `ZRANGE z ${rank()} ${rank()}${pick(['', ' REV'])}`,
        () => `ZREVRANGE z ${rank()} ${rank()}`,
        () => `ZRANGEBYSCORE z ${score()} ${score()}${limit()}`,
        () => `ZREVRANGEBYSCORE z ${score()} ${score()}${limit()}`,
        () => `ZRANGE z ${score()} ${score()} BYSCORE${pick(['', ' REV'])}${limit()}`,
        () => `ZRANGEBYLEX names ${bound()} ${bound()}${limit()}`,
        () => `ZREVRANGEBYLEX names ${bound()} ${bound()}${limit()}`,
      ])();
      const replied = [...server.run(command).matchAll(/"([^"]+)"/g)].map(([, member]) => member);
      const { query, rungs } = look(server, command.split(' ')[1]);
      expect(query, command).not.toBe(null);
      const { takenFrom, takenCount, reverse, from, count } = query!;
      const window = rungs.slice(takenFrom, takenFrom + takenCount).map(({ member }) => member);
      expect(reverse ? window.reverse() : window, command).toEqual(replied);
      if (takenCount > 0)
        expect(takenFrom >= from && takenFrom + takenCount <= from + count, command).toBe(true);
    }
  });
});

it('remembers what was asked when the bytes that asked for it are used for something else', () => {
  const server = new TestServer();
  server.run('ZADD z 1 a 2 b');
  const bytes = encodeCommand(['ZRANK', 'z', 'b'].map(bytesOf));
  server.engine.step({ type: 'data', nowMs: 0, client: 1, bytes });
  bytes.fill(0);
  expect(look(server).query).toMatchObject({
    command: 'ZRANK z b',
    by: 'member',
    min: 'b',
    from: 1,
    count: 1,
  });
});
