import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Random } from '../../engine/index.ts';
import { Disk } from './disk.ts';
import { metaKey, partKey, RedisTypes, sortable, WrongType } from './redis-types.ts';
import { LsmStore } from './store.ts';

function opened(): { store: LsmStore; types: RedisTypes } {
  const store = new LsmStore(new Disk(), new Random(1).stream('lsm'), {
    memtableBytes: 600,
    blockBytes: 128,
  });
  return { store, types: new RedisTypes(store) };
}

test('a hash is a meta key and a key for each field', () => {
  const { store, types } = opened();
  expect(types.hset('user', 'name', 'ann')).toBe(true);
  expect(types.hset('user', 'name', 'kim')).toBe(false);
  types.hset('user', 'age', '30');
  expect([types.hget('user', 'name'), types.hlen('user')]).toEqual(['kim', 2]);
  expect(types.hgetall('user')).toEqual([
    ['age', '30'],
    ['name', 'kim'],
  ]);
  expect(store.get(metaKey('user'))).toBe('h 1 2');
  expect(store.get(partKey('D', 'user', 1, 'age'))).toBe('30');
});

test('keys that begin alike do not see the fields of each other', () => {
  const { types } = opened();
  types.hset('a', 'bc', '1');
  types.hset('ab', 'c', '2');
  expect(types.hgetall('a')).toEqual([['bc', '1']]);
  expect(types.hgetall('ab')).toEqual([['c', '2']]);
});

test('a deleted hash of any size costs two writes, and one made anew has none of its fields', () => {
  const { store, types } = opened();
  for (let field = 0; field < 50; field++) types.hset('h', `f${field}`, 'v');
  const before = store.counters.userBytes;
  expect(types.del('h')).toBe(true);
  expect(store.counters.userBytes - before).toBeLessThan(12);
  expect([types.hlen('h'), types.hgetall('h'), types.del('h')]).toEqual([0, [], false]);
  types.hset('h', 'new', '1');
  expect(types.hgetall('h')).toEqual([['new', '1']]);
  expect(types.sweep('h')).toBe(50);
  expect(types.hgetall('h')).toEqual([['new', '1']]);
});

test('another type is refused as by Redis', () => {
  const { types } = opened();
  types.push('l', 'a', 'right');
  expect(() => types.hset('l', 'f', 'v')).toThrow(WrongType);
});

test('a list grows and shrinks at both ends like an array', () => {
  const step = fc.record({ left: fc.boolean(), isPop: fc.boolean(), element: fc.string({ maxLength: 5 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { types } = opened();
      const model: string[] = [];
      for (const { left, isPop, element } of steps) {
        const end = left ? 'left' : 'right';
        if (isPop) expect(types.pop('l', end)).toBe((left ? model.shift() : model.pop()) ?? null);
        else {
          if (left) model.unshift(element);
          else model.push(element);
          expect(types.push('l', element, end)).toBe(model.length);
        }
      }
      expect(types.lrange('l')).toEqual(model);
    }),
    { numRuns: 60 },
  );
});

test('a sorted set is in the order of its scores, then of its members', () => {
  const score = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.double({ noNaN: true }));
  const adds = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), score), { maxLength: 40 });
  fc.assert(
    fc.property(adds, (pairs) => {
      const { types } = opened();
      const model = new Map<string, number>();
      for (const [member, value] of pairs) {
        expect(types.zadd('z', member, value)).toBe(!model.has(member));
        // Redis has one zero.
        model.set(member, value === 0 ? 0 : value);
      }
      const expected = [...model].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
      expect(types.zrange('z')).toEqual(expected);
      for (const [member, value] of model) expect(types.zscore('z', member)).toBe(value);
    }),
    { numRuns: 60 },
  );
});

test('the bytes of scores are in the order of the scores', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
      if (a < b) expect(sortable(a) < sortable(b)).toBe(true);
      if (a === b) expect(sortable(a)).toBe(sortable(b));
    }),
  );
});
