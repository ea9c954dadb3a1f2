import { describe, expect, it } from 'vitest';
import type { Step } from '../protocol/steps.ts';
import { type EngineReader, type FrameFacts, observe } from './observe.ts';

const engine: EngineReader = {
  at: () => null,
  databases: 2,
  dict: (db, which) => ({
    address: 100 + db * 10 + (which === 'keys' ? 0 : 1),
    rehashIndex: db === 0 && which === 'keys' ? 3 : -1,
    tables:
      db === 0 && which === 'keys'
        ? [
            { size: 8, used: 5 },
            { size: 16, used: 4 },
          ]
        : [
            { size: which === 'expires' ? 4 : 0, used: which === 'expires' ? 2 : 0 },
            { size: 0, used: 0 },
          ],
  }),
  key: (_db, key) =>
    key === 'user:3'
      ? { type: 'string', encoding: 'embstr', value: 'cat', expireAtMs: -1, table: 1, bucket: 10 }
      : null,
  zset: (_db, key) =>
    key === 'packed'
      ? { length: 2, level: null, levelsOf: () => null, nodesOn: () => null, scoreOf: () => 4069163542312960 }
      : key === 'board'
        ? {
            length: 9,
            level: 3,
            levelsOf: (member) => (member === 'bob' ? 2 : null),
            nodesOn: (level) => 9 >> level,
            scoreOf: () => null,
          }
        : null,
  hashValue: () => null,
  setHas: () => null,
  packed: () => null,
  lock: (_db, key) =>
    key === 'order'
      ? {
          holders: 2,
          holder: '3',
          state: 'held',
          acquired: 4,
          refused: 5,
          wrongReleases: 1,
          spared: 0,
          expired: 2,
          conflicts: 1,
        }
      : null,
  isWrite: () => false,
  use: () => null,
  view: () => null,
  info: () => null,
};

const nothing: FrameFacts = { client: null, reply: null, answered: 0, steps: [], costUs: () => 0 };

function afterSteps(...steps: Step[]): FrameFacts {
  return { client: null, reply: null, answered: 0, steps, costUs: () => 0 };
}

describe('observations of databases', () => {
  it.each([
    ['db0.keys', 9],
    ['db0.volatileKeys', 2],
    ['db0.rehashIndex', 3],
    ['db0.load', 1.125],
    ['db0.ht0.size', 8],
    ['db0.ht0.used', 5],
    ['db0.ht1.size', 16],
    ['db0.ht1.used', 4],
    ['db0.expires.ht0.size', 4],
    ['db0.expires.load', 0.5],
    ['db1.load', 0],
    ['db0.place(user:3)', '1:10'],
    ['db0.place(nobody)', null],
    ['db0.place()', null],
    ['db0.encoding(user:3)', 'embstr'],
    ['db0.encoding(nobody)', null],
    ['db0.memory(nobody)', null],
    ['db0.packed(nobody).bytes', null],
    ['db0.packed(nobody).size(1)', null],
    ['db0.packed(nobody).colour', null],
    ['db0.lock(order).holders', 2],
    ['db0.lock(order).holder', '3'],
    ['db0.lock(order).state', 'held'],
    ['db0.lock(order).spared', 0],
    ['db0.lock(order).colour', null],
    ['db0.lock(nobody).holders', null],
    ['db0.zset(board).length', 9],
    ['db0.zset(board).level', 3],
    ['db0.zset(board).levels(bob)', 2],
    ['db0.zset(board).levels(nobody)', null],
    ['db0.zset(board).nodesOn(1)', 4],
    ['db0.zset(board).nodesOn(x)', null],
    ['db0.zset(packed).nodesOn(0)', null],
    ['db0.zset(packed).length', 2],
    ['db0.zset(packed).level', null],
    ['db0.zset(nobody).length', null],
    ['db0.geo(packed).cell(33,5)', '1110011101'],
    ['db0.geo(packed).cell(33,27)', null],
    ['db0.geo(board).cell(nobody,5)', null],
    ['db0.geo(nobody).cell(33,5)', null],
    ['db0.zset(board).size', null],
    ['db2.keys', null],
    ['db0.expires.keys', null],
    ['db0.ht2.size', null],
    ['last.nothing', null],
    ['constructor', null],
  ])('%s', (path, expected) => {
    expect(observe(path, engine, nothing)).toBe(expected);
  });
});

describe('observations of the last frame', () => {
  const main = 100;
  const expires = 101;

  it('have no value before anything happened', () => {
    expect(observe('last.reply', engine, nothing)).toBeNull();
    expect(observe('last.tables', engine, nothing)).toBeNull();
    expect(observe('last.bucket', engine, nothing)).toBeNull();
    expect(observe('last.insertedTable', engine, nothing)).toBeNull();
    expect(observe('last.moved', engine, nothing)).toBe(0);
  });

  it('count what happened in the main dictionary alone', () => {
    const last = afterSteps(
      { type: 'dict.move', dict: main, fromBucket: 3, toBucket: 11, entry: 1, key: 'a' },
      { type: 'dict.move', dict: main, fromBucket: 3, toBucket: 3, entry: 2, key: 'b' },
      { type: 'dict.rehash', dict: main, bucket: 3, moved: 2, empty: 0 },
      { type: 'dict.hash', dict: main, key: 'c', hash: '0000000000000005' },
      { type: 'dict.bucket', dict: main, table: 0, bucket: 5 },
      { type: 'dict.walk', dict: main, table: 0, bucket: 5, entry: 3, key: 'd', match: false },
      { type: 'dict.bucket', dict: main, table: 1, bucket: 13 },
      { type: 'dict.bucket', dict: expires, table: 1, bucket: 1 },
      { type: 'dict.walk', dict: expires, table: 1, bucket: 1, entry: 9, key: 'e', match: true },
      { type: 'dict.insert', dict: main, table: 1, bucket: 13, entry: 4, key: 'c' },
    );
    expect(observe('last.moved', engine, last)).toBe(2);
    expect(observe('last.rehashedBuckets', engine, last)).toBe(1);
    expect(observe('last.tables', engine, last)).toBe('0,1');
    expect(observe('last.bucket', engine, last)).toBe(5);
    expect(observe('last.compared', engine, last)).toBe(1);
    expect(observe('last.insertedTable', engine, last)).toBe(1);
  });

  it('count what searches in skiplists did', () => {
    const skiplist = 7;
    const last = afterSteps(
      { type: 'skiplist.hop', skiplist, level: 2, from: 1, to: 2, span: 4, rank: 4 },
      { type: 'skiplist.down', skiplist, level: 2, at: 2, next: 0, rank: 4 },
      { type: 'skiplist.hop', skiplist, level: 1, from: 2, to: 3, span: 2, rank: 6 },
      { type: 'skiplist.draw', skiplist, member: 'a', draws: [0, 3], levels: 2 },
      { type: 'skiplist.visit', skiplist, node: 3, member: 'b', rank: 6, from: 0, backward: false },
      { type: 'skiplist.visit', skiplist, node: 4, member: 'c', rank: 7, from: 3, backward: false },
    );
    expect(observe('last.hops', engine, last)).toBe(2);
    expect(observe('last.spans', engine, last)).toBe('4+2');
    expect(observe('last.drawnLevels', engine, last)).toBe(2);
    expect(observe('last.visited', engine, last)).toBe(2);
    expect(observe('last.hops', engine, nothing)).toBe(0);
    expect(observe('last.spans', engine, nothing)).toBeNull();
    expect(observe('last.drawnLevels', engine, nothing)).toBeNull();
  });

  it('print replies as redis-cli does', () => {
    const reply = new TextEncoder().encode('$3\r\nann\r\n:1\r\n');
    expect(
      observe('last.reply', engine, { client: null, reply, answered: 1, steps: [], costUs: () => 0 }),
    ).toBe('"ann"\n(integer) 1');
  });

  it('sum up the cells of a geo search', () => {
    const cell = (state: 'searched' | 'outside', candidates: number, found: number): Step => ({
      type: 'geohash.cell',
      position: 'center',
      bits: 0,
      precision: 6,
      state,
      minScore: 0,
      maxScore: 1,
      candidates,
      found,
    });
    const last = afterSteps(cell('searched', 3, 1), cell('outside', 0, 0), cell('searched', 2, 2));
    expect(observe('last.cells', engine, last)).toBe(2);
    expect(observe('last.cuts', engine, last)).toBe(6);
    expect(observe('last.candidates', engine, last)).toBe(5);
    expect(observe('last.found', engine, last)).toBe(3);
    expect(observe('last.found', engine, nothing)).toBeNull();
  });
});
