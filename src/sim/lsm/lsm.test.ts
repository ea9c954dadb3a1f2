import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Random } from '../../engine/index.ts';
import { Crash, Disk } from './disk.ts';
import { entriesOf, entryBytes, loggedBytes, loggedEntries } from './records.ts';
import { type LsmOptions, LsmStore, type ReadStop } from './store.ts';
import { Table } from './table.ts';

/** So small that a few dozen writes reach level 2. */
const SMALL: Partial<LsmOptions> = {
  memtableBytes: 400,
  blockBytes: 64,
  fileBytes: 300,
  level0Files: 2,
  level1Bytes: 700,
  growth: 3,
};

function opened(disk = new Disk(), options: Partial<LsmOptions> = SMALL): LsmStore {
  return new LsmStore(disk, new Random(7).stream('lsm'), options);
}

type Operation =
  | { readonly type: 'put'; readonly key: string; readonly value: string }
  | { readonly type: 'delete'; readonly key: string }
  | { readonly type: 'flush' | 'compact' | 'reopen' };

const key = fc.integer({ min: 0, max: 40 }).map((number) => `k${number}`);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('put' as const),
      key,
      value: fc.string({ unit: 'binary-ascii', maxLength: 20 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('delete' as const), key }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Operation>({ type: 'flush' }, { type: 'compact' }, { type: 'reopen' }),
  },
);

function apply(store: LsmStore, each: Operation): LsmStore {
  if (each.type === 'put') store.put(each.key, each.value);
  else if (each.type === 'delete') store.delete(each.key);
  else if (each.type === 'flush') store.flush();
  else if (each.type === 'compact') store.compact(store.levels.findIndex((tables) => tables.length > 0));
  else return opened(store.disk, store.options);
  return store;
}

function applyToModel(model: Map<string, string>, each: Operation): void {
  if (each.type === 'put') model.set(each.key, each.value);
  if (each.type === 'delete') model.delete(each.key);
}

function sorted(model: ReadonlyMap<string, string>): [string, string][] {
  return [...model].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** On every level below 0 the ranges of keys are apart and in order; no file is empty or unsorted. */
function expectInOrder(store: LsmStore): void {
  for (const [level, tables] of store.levels.entries()) {
    for (const table of tables) {
      const keys = table.all().map((entry) => entry.key);
      expect(keys).toEqual([...new Set(keys)].sort());
      expect([table.firstKey, table.lastKey, table.entries]).toEqual([keys[0], keys.at(-1), keys.length]);
    }
    if (level === 0) continue;
    for (let at = 1; at < tables.length; at++)
      expect(tables[at - 1].lastKey < tables[at].firstKey).toBe(true);
  }
}

test('it holds what a plain map holds, through flushes, compactions and reopening', () => {
  fc.assert(
    fc.property(fc.array(operation, { minLength: 1, maxLength: 200 }), (operations) => {
      let store = opened();
      const model = new Map<string, string>();
      for (const each of operations) {
        store = apply(store, each);
        applyToModel(model, each);
      }
      expect(store.scan()).toEqual(sorted(model));
      for (let number = 0; number <= 41; number++) {
        expect(store.get(`k${number}`)).toBe(model.get(`k${number}`) ?? null);
      }
      expectInOrder(store);
      store.flush();
      store.compactAll();
      expect(store.nextCompaction()).toBeNull();
      expect(store.scan()).toEqual(sorted(model));
    }),
    { numRuns: 150 },
  );
});

/** A fixed run that flushes and compacts down to level 2, with deletions. */
function story(count: number): Operation[] {
  const random = new Random(3).stream('story');
  return Array.from({ length: count }, (): Operation => {
    const name = `k${random.below(30)}`;
    return random.below(5) === 0
      ? { type: 'delete', key: name }
      : { type: 'put', key: name, value: 'v'.repeat(random.below(30)) + random.below(1000) };
  });
}

test.each([1, 5])(
  'a crash before any call to the disk loses at most what was not synced (every %i writes)',
  (syncEvery) => {
    const operations = story(90);
    const options = { ...SMALL, syncEvery };
    const whole = opened(new Disk(), options);
    for (const each of operations) apply(whole, each);
    expect(whole.levels.length).toBeGreaterThan(2);
    const calls = whole.disk.calls;
    // How the data looks after so many writes.
    const states: string[] = [];
    const model = new Map<string, string>();
    states.push(JSON.stringify(sorted(model)));
    for (const each of operations) {
      applyToModel(model, each);
      states.push(JSON.stringify(sorted(model)));
    }
    const random = new Random(5).stream('crash');
    for (let crashBefore = 0; crashBefore < calls; crashBefore++) {
      for (const keeps of [() => 0, (unsynced: number) => random.below(unsynced + 1)]) {
        const disk = new Disk();
        const store = opened(disk, options);
        disk.crashBefore = crashBefore;
        let done = 0;
        expect(() => {
          for (const each of operations) {
            apply(store, each);
            done++;
          }
        }).toThrow(Crash);
        disk.crash(keeps);
        const back = opened(disk, options);
        const found = JSON.stringify(back.scan());
        const oldest = Math.max(0, done - (syncEvery - 1));
        const possible = states.slice(oldest, done + 2);
        expect(possible, `call ${crashBefore}, ${done} writes done`).toContain(found);
        expectInOrder(back);
        // And it goes on.
        back.put('k0', 'afterwards');
        expect(opened(disk, options).get('k0')).toBe('afterwards');
      }
    }
  },
);

test('a torn or damaged record ends the log, and what stands before it is kept', () => {
  const records = ['a', 'b', 'c'].map((name) => loggedBytes({ key: name, value: `of ${name}` }));
  const log = new Uint8Array(records.flatMap((bytes) => [...bytes]));
  expect(loggedEntries(log).entries).toHaveLength(3);
  for (let length = 0; length < log.length; length++) {
    const { entries, goodBytes } = loggedEntries(log.slice(0, length));
    expect(entries).toHaveLength(Math.floor(length / records[0].length));
    expect(goodBytes).toBe(entries.length * records[0].length);
  }
  log[records[0].length + 12] ^= 1;
  expect(loggedEntries(log).entries).toEqual([{ key: 'a', value: 'of a' }]);
});

test('entries keep any bytes, and tell an empty value from a deletion', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          key: fc.string({ unit: 'binary-ascii' }),
          value: fc.option(fc.string({ unit: 'binary-ascii' })),
        }),
      ),
      (entries) => {
        expect(entriesOf(new Uint8Array(entries.flatMap((entry) => [...entryBytes(entry)])))).toEqual(
          entries,
        );
      },
    ),
  );
});

test('a filter never denies a key that is there, and is wrong about one in a hundred others', () => {
  const keys = Array.from({ length: 2000 }, (_, number) => `key:${String(number * 2).padStart(5, '0')}`);
  const table = Table.write(
    new Disk(),
    't',
    keys.map((each) => ({ key: each, value: 'v' })),
    256,
  );
  for (const each of keys) expect(table.get(each).value).toBe('v');
  const others = keys
    .slice(0, -1)
    .map((each) => table.get(`key:${String(Number(each.slice(4)) + 1).padStart(5, '0')}`));
  const wrong = others.filter(({ step }) => step === 'block').length;
  expect(wrong / others.length).toBeLessThan(0.025);
});

test('a read stops at the first file that knows the key, be it a tombstone', () => {
  const store = opened(new Disk(), { ...SMALL, memtableBytes: 1e6, isAutomatic: false });
  store.put('a', 'old');
  store.put('z', '1');
  store.flush();
  store.delete('a');
  store.put('z', '2');
  store.flush();
  const path: ReadStop[] = [];
  expect(store.get('a', path)).toBeNull();
  expect(path.map(({ level, step, outcome }) => [level, step, outcome])).toEqual([
    [-1, 'memtable', 'missing'],
    [0, 'block', 'deleted'],
  ]);
  // Merged down to where nothing older can be, the tombstone goes with what it hid.
  expect(store.compact(0)).toMatchObject({
    entriesIn: 4,
    entriesOut: 1,
    overwritten: 2,
    tombstonesDropped: 1,
  });
  expect(store.scan()).toEqual([['z', '2']]);
});

test('a tombstone stays while an older version may lie deeper', () => {
  const store = opened(new Disk(), { ...SMALL, memtableBytes: 1e6, isAutomatic: false });
  store.put('a', 'old');
  store.flush();
  store.compact(0);
  store.compact(1);
  store.delete('a');
  store.flush();
  expect(store.compact(0)).toMatchObject({ tombstonesDropped: 0 });
  expect(store.get('a')).toBeNull();
  expect(store.compact(1)).toMatchObject({ entriesOut: 0, tombstonesDropped: 1 });
  expect(store.levels.flat()).toEqual([]);
});

test('tombstones that are dropped early bring back what lies deeper', () => {
  const options = { ...SMALL, memtableBytes: 1e6, isAutomatic: false, dropsTombstonesEarly: true };
  const store = opened(new Disk(), options);
  store.put('a', 'old');
  store.flush();
  store.compact(0);
  store.compact(1);
  store.delete('a');
  store.flush();
  expect(store.get('a')).toBeNull();
  expect(store.compact(0)).toMatchObject({ entriesOut: 0, tombstonesDropped: 1 });
  expect(store.get('a')).toBe('old');
});

test('entries that are written together are there after a crash as a whole or not at all', () => {
  const options = { ...SMALL, syncEvery: 0 };
  const seen = new Set<string>();
  for (let kept = 0; kept < 100; kept++) {
    const store = opened(new Disk(), options);
    store.put('before', '1');
    store.write([
      { key: 'stock', value: '0' },
      { key: 'order', value: 'ann' },
      { key: 'before', value: null },
    ]);
    store.disk.crash((unsynced) => Math.min(unsynced, kept));
    seen.add(JSON.stringify(opened(store.disk, options).scan()));
  }
  expect([...seen].sort()).toEqual(['[["before","1"]]', '[["order","ann"],["stock","0"]]', '[]']);
});

test('without syncs a crash loses what the system has not written out, record by record from the front', () => {
  const options = { ...SMALL, syncEvery: 0 };
  for (let written = 0; written <= 3; written++) {
    const store = opened(new Disk(), options);
    for (const name of ['a', 'b', 'c']) store.put(name, '1');
    for (let count = 0; count < written; count++) store.writeBack();
    expect(store.logged.map(({ isSynced }) => isSynced)).toEqual([0, 1, 2].map((at) => at < written));
    store.disk.crash(() => 0);
    expect(
      opened(store.disk, options)
        .scan()
        .map(([name]) => name),
    ).toEqual(['a', 'b', 'c'].slice(0, written));
  }
});

test('a copy holds the same, goes on in the same way, and leaves the first alone', () => {
  fc.assert(
    fc.property(
      fc.array(operation, { maxLength: 60 }),
      fc.array(operation, { minLength: 1, maxLength: 60 }),
      (before, after) => {
        const options = { ...SMALL, syncEvery: 3 };
        const looks = (store: LsmStore) => [
          store.scan(),
          [...store.memtable.entries()],
          store.memtable.bytes,
          store.memory,
          store.disk.names.map((name) => [name, store.disk.syncedOf(name), [...store.disk.read(name)!]]),
        ];
        let first = opened(new Disk(), options);
        for (const each of before) first = apply(first, each);
        const looked = looks(first);
        let copy = first.copy(new Random(9).stream('other levels'));
        expect(looks(copy)).toEqual(looked);
        for (const each of after) copy = apply(copy, each);
        expect(looks(first)).toEqual(looked);
        for (const each of after) first = apply(first, each);
        expect(looks(copy)).toEqual(looks(first));
      },
    ),
    { numRuns: 60 },
  );
});
