import { describe, expect, it } from 'vitest';
import type { Step } from '../../protocol/steps.ts';
import { bytesOf, latin1 } from '../base/bytes.ts';
import { createEnvironment } from '../base/probe.ts';
import { Random } from '../base/random.ts';
import { Dict, DictEntry, DictTable } from './dict.ts';

const key = (name: string | number) => bytesOf(String(name));
const names = <V>(entries: Iterable<DictEntry<V>>) =>
  [...entries].map((entry) => latin1(entry.keyBytes)).sort();

function filled(count: number, seed = 1) {
  const env = createEnvironment(seed);
  const dict = new Dict<number>(env);
  for (let index = 0; index < count; index++) dict.add(key(index), index);
  return { env, dict };
}

function finishRehash(dict: Dict<unknown>) {
  while (dict.rehash(100));
}

/** Two tables' sizes and uses, and the rehash index. */
function shape(dict: Dict<unknown>) {
  const [main, target] = dict.tables;
  return [main.size, main.used, target.size, target.used, dict.rehashIndex];
}

function steps(dict: Dict<unknown>, act: () => void): Step[] {
  const emitted: Step[] = [];
  dict.env.probe = { emit: (step) => emitted.push(step) };
  act();
  dict.env.probe = null;
  return emitted;
}

describe('worked example', () => {
  it('allocates 4 buckets, then 8, and carries one bucket over with each operation', () => {
    const env = createEnvironment(1);
    const dict = new Dict<number>(env);
    expect(shape(dict)).toEqual([0, 0, 0, 0, -1]);
    dict.add(key(0), 0);
    expect(shape(dict)).toEqual([4, 1, 0, 0, -1]);
    for (let index = 1; index < 4; index++) dict.add(key(index), index);
    expect(shape(dict)).toEqual([4, 4, 0, 0, -1]);

    dict.add(key(4), 4);
    expect(shape(dict)).toEqual([4, 4, 8, 1, 0]);
    const movedBefore = dict.tables[1].used;
    dict.find(key('missing'));
    expect(dict.rehashIndex).toBeGreaterThan(0);
    expect(dict.tables[1].used).toBeGreaterThan(movedBefore);
    for (let index = 0; index < 4; index++) dict.find(key('missing'));
    expect(shape(dict)).toEqual([8, 5, 0, 0, -1]);
  });
});

describe('keys', () => {
  it('are found, refused twice, replaced and deleted', () => {
    const { env, dict } = filled(100);
    expect(dict.size).toBe(100);
    expect(dict.find(key(42))!.value).toBe(42);
    expect(dict.find(key('42 '))).toBeNull();
    expect(dict.add(key(42), 0)).toBeNull();
    expect(dict.replace(key(42), 43)).toBe(false);
    expect(dict.replace(key('new'), 1)).toBe(true);
    expect(dict.find(key(42))!.value).toBe(43);
    expect(dict.delete(key(42))!.value).toBe(43);
    expect(dict.delete(key(42))).toBeNull();
    expect(dict.size).toBe(100);
    dict.release();
    expect(env.heap.usedBytes).toBe(0);
  });

  it('are sds on the heap: "k" with its entry takes 8 + 32 bytes', () => {
    const { env, dict } = filled(1);
    const before = env.heap.usedBytes;
    const entry = dict.add(key('k'), 0)!;
    expect(env.heap.usedBytes - before).toBe(8 + 32);
    expect(entry.key.allocationBytes).toBe(8);
    expect(latin1(entry.key.view())).toBe('k');
    expect(entry.key.address % 8).toBe(1);
    expect(entry.address).toBeGreaterThan(0x7f0000000000);
    expect(dict.allocationBytes).toBe(56 + 4 * 8 + 2 * 24);
  });

  it('of every byte, and the empty one, are kept apart', () => {
    const env = createEnvironment(9);
    const dict = new Dict<number>(env);
    dict.add(new Uint8Array(0), -1);
    for (let byte = 0; byte < 256; byte++) dict.add(Uint8Array.of(byte), byte);
    for (let byte = 0; byte < 256; byte++) dict.add(Uint8Array.of(byte, 0), byte + 1000);
    for (let byte = 0; byte < 256; byte++) {
      expect(dict.find(Uint8Array.of(byte))!.value).toBe(byte);
      expect(dict.find(Uint8Array.of(byte, 0))!.value).toBe(byte + 1000);
    }
    expect(dict.find(new Uint8Array(0))!.value).toBe(-1);
  });

  it('just looked for are inserted without being hashed again', () => {
    const { env, dict } = filled(3);
    const bytes = key('fresh');
    let hashed = 0;
    const hash = env.hasher.hash.bind(env.hasher);
    env.hasher.hash = (...call) => {
      hashed++;
      return hash(...call);
    };
    expect(dict.find(bytes)).toBeNull();
    dict.addNew(bytes, 7);
    expect(hashed).toBe(1);
    expect(dict.find(key('fresh'))!.value).toBe(7);
  });

  it('can be shared with a dict that does not own them', () => {
    const { env, dict } = filled(10);
    finishRehash(dict);
    const before = env.heap.usedBytes;
    const expires = new Dict<number>(env, false);
    for (let index = 0; index < 10; index++) {
      expect(expires.replaceShared(dict.find(key(index))!, index)).toBe(true);
    }
    expect(expires.replaceShared(dict.find(key(3))!, 33)).toBe(false);
    expect(expires.find(key(3))!.value).toBe(33);
    expect(expires.find(key(3))!.key.address).toBe(dict.find(key(3))!.key.address);
    expires.delete(key(3));
    expires.release();
    expect(env.heap.usedBytes).toBe(before);
    expect(dict.find(key(3))!.value).toBe(3);
    expect(() => dict.replaceShared(dict.find(key(1))!, 1)).toThrow('owns its keys');
  });

  it('are gone when their entry is freed', () => {
    const { dict } = filled(2);
    const entry = dict.unlink(key(0))!;
    expect(latin1(entry.keyBytes)).toBe('0');
    expect(dict.find(key(0))).toBeNull();
    dict.freeUnlinked(entry);
    expect(() => entry.key).toThrow('after it was freed');
  });
});

describe('resizing', () => {
  it('waits for more than five entries a bucket while a child saves', () => {
    const { env, dict } = filled(4);
    env.dictCanResize = false;
    for (let index = 4; index < 24; index++) dict.add(key(index), index);
    expect(shape(dict)).toEqual([4, 24, 0, 0, -1]);
    dict.add(key(24), 24);
    expect(shape(dict)).toEqual([4, 24, 32, 1, 0]);
    // 32 is more than five times 4, so the rehash itself goes on.
    expect(dict.rehash(1)).toBe(true);
  });

  it('stops a rehash of less than five times while a child saves', () => {
    const { env, dict } = filled(5);
    env.dictCanResize = false;
    expect(dict.rehash(100)).toBe(false);
    dict.find(key(1));
    expect(shape(dict)).toEqual([4, 4, 8, 1, 0]);
    expect(dict.find(key(4))!.value).toBe(4);
    env.dictCanResize = true;
    expect(dict.rehash(100)).toBe(false);
    expect(shape(dict)).toEqual([8, 5, 0, 0, -1]);
  });

  it('shrinks to fit below ten percent', () => {
    const { dict } = filled(128);
    finishRehash(dict);
    expect(dict.tables[0].size).toBe(128);
    for (let index = 0; index < 115; index++) dict.delete(key(index));
    expect(dict.needsShrink()).toBe(false);
    dict.delete(key(115));
    expect(dict.needsShrink()).toBe(true);
    expect(dict.resizeToFit()).toBe(true);
    expect(dict.resizeToFit()).toBe(false);
    finishRehash(dict);
    expect(shape(dict)).toEqual([16, 12, 0, 0, -1]);
    expect(names(dict.entries())).toEqual(Array.from({ length: 12 }, (_, index) => String(116 + index)));
  });

  it('never shrinks below four buckets, nor to the size it has', () => {
    const { dict } = filled(1);
    expect(dict.needsShrink()).toBe(false);
    expect(dict.resizeToFit()).toBe(false);
    expect(dict.expand(4)).toBe(false);
    expect(dict.expand(5)).toBe(true);
    expect(dict.tables[1].size).toBe(8);
    expect(dict.expand(100)).toBe(false);
  });

  it('passes at most ten empty buckets a step', () => {
    const { dict } = filled(1);
    dict.expand(1024);
    finishRehash(dict);
    dict.resizeToFit();
    const at = dict.tables[0].buckets.findIndex((head) => head !== null);
    expect(at).toBeGreaterThan(10);
    expect(dict.rehash(1)).toBe(true);
    expect(dict.rehashIndex).toBe(10);
    finishRehash(dict);
    expect(shape(dict)).toEqual([4, 1, 0, 0, -1]);
  });

  it('waits while somebody iterates', () => {
    const { dict } = filled(5);
    for (const entry of dict.entries()) {
      dict.find(key(0));
      if (entry.value % 2 === 0) dict.delete(entry.keyBytes);
    }
    expect(dict.rehashIndex).toBe(0);
    expect(names(dict.entries())).toEqual(['1', '3']);
    expect(dict.pauseRehash).toBe(0);
  });

  it('starts from nothing after clear', () => {
    const { env, dict } = filled(5);
    dict.clear();
    expect(shape(dict)).toEqual([0, 0, 0, 0, -1]);
    expect(env.heap.usedBytes).toBe(64);
    expect(dict.find(key(0))).toBeNull();
    dict.add(key(0), 0);
    expect(shape(dict)).toEqual([4, 1, 0, 0, -1]);
  });
});

describe('scan', () => {
  it('counts from the highest bit', () => {
    const { dict } = filled(8);
    finishRehash(dict);
    const cursors = [0];
    let cursor = 0;
    do {
      cursor = dict.scan(cursor, () => {});
      cursors.push(cursor);
    } while (cursor !== 0);
    expect(cursors).toEqual([0, 4, 2, 6, 1, 5, 3, 7, 0]);
  });

  it('visits a bucket and its kin in both tables', () => {
    const { dict } = filled(5);
    const emitted = steps(dict, () => {
      expect(dict.scan(2, () => {})).toBe(1);
    });
    expect(
      emitted.map((step) => (step.type === 'dict.scan' ? [step.table, step.bucket, step.cursor] : step)),
    ).toEqual([
      [0, 2, 2],
      [1, 2, 2],
      [1, 6, 6],
    ]);
  });

  it('takes any cursor and gives 0 for an empty dict', () => {
    const { dict } = filled(3);
    expect(dict.scan(0xffff_ffff, () => {})).toBe(0);
    expect(dict.scan(2 ** 40 + 1, () => {})).toBe(3);
    dict.clear();
    expect(dict.scan(5, () => {})).toBe(0);
  });
});

describe('random entries', () => {
  it('come from both tables and from everywhere in a chain', () => {
    const { dict } = filled(5);
    const stream = new Random(2).stream('random');
    dict.pauseRehash = 1;
    const counts = new Map<number, number>();
    for (let draw = 0; draw < 2000; draw++) {
      const { value } = dict.randomEntry(stream)!;
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    expect(counts.size).toBe(5);
    for (const count of counts.values()) expect(count).toBeGreaterThan(50);
  });

  it('are fairer when drawn fairly', () => {
    const { dict } = filled(100);
    const stream = new Random(3).stream('fair');
    const counts = new Array<number>(100).fill(0);
    for (let draw = 0; draw < 20_000; draw++) counts[dict.fairRandomEntry(stream)!.value]++;
    for (const count of counts) expect(count).toBeGreaterThan(40);
  });

  it('are some, seldom twice, also while rehashing', () => {
    for (const size of [1, 5, 100, 129]) {
      const { dict } = filled(size);
      dict.pauseRehash = 1;
      const stream = new Random(size).stream('some');
      let drawn = 0;
      let different = 0;
      for (let draw = 0; draw < 50; draw++) {
        const some = dict.someEntries(stream, 10);
        expect(some.length).toBeLessThanOrEqual(Math.min(10, size));
        drawn += some.length;
        different += new Set(some).size;
        for (const entry of some) expect(dict.find(entry.keyBytes)).toBe(entry);
      }
      expect(different).toBeGreaterThan(drawn * 0.7);
      expect(drawn).toBeGreaterThan(50 * Math.min(10, size) * 0.9);
    }
  });

  it('are none in an empty dict', () => {
    const { dict } = filled(0);
    const stream = new Random(1).stream('none');
    expect(dict.randomEntry(stream)).toBeNull();
    expect(dict.fairRandomEntry(stream)).toBeNull();
    expect(dict.someEntries(stream, 3)).toEqual([]);
  });
});

describe('steps', () => {
  it('emit a lookup: hash, bucket, chain', () => {
    const { env, dict } = filled(4);
    const emitted = steps(dict, () => dict.find(key(2)));
    expect(emitted[0]).toEqual({
      type: 'dict.hash',
      dict: dict.address,
      key: '2',
      hash: env.hasher.hex(key(2)),
    });
    const bucket = Number.parseInt(env.hasher.hex(key(2)).slice(-1), 16) & 3;
    expect(emitted[1]).toEqual({ type: 'dict.bucket', dict: dict.address, table: 0, bucket });
    const walks = emitted.slice(2);
    expect(walks.length).toBeGreaterThan(0);
    const { address } = dict.find(key(2))!;
    expect(walks.at(-1)).toEqual({
      type: 'dict.walk',
      dict: dict.address,
      table: 0,
      bucket,
      entry: address,
      key: '2',
      match: true,
    });
    for (const walk of walks.slice(0, -1)) expect(walk).toMatchObject({ type: 'dict.walk', match: false });
  });

  it('emit growth, moves and the swap, each when the dict is whole', () => {
    const { env, dict } = filled(4);
    const emitted: string[] = [];
    env.probe = {
      emit: (step) => {
        const [main, target] = dict.tables;
        emitted.push(`${step.type} ${main.used}+${target.used} @${dict.rehashIndex}`);
      },
    };
    dict.add(key('fifth'), 5);
    expect(emitted.filter((line) => /resize|insert/.test(line))).toEqual([
      'dict.resize 4+0 @0',
      'dict.insert 4+1 @0',
    ]);
    emitted.length = 0;
    finishRehash(dict);
    expect(emitted.filter((line) => line.startsWith('dict.move')).map((line) => line.slice(0, 13))).toEqual([
      'dict.move 3+2',
      'dict.move 2+3',
      'dict.move 1+4',
      'dict.move 0+5',
    ]);
    expect(emitted.at(-1)).toBe('dict.swap 5+0 @-1');
    emitted.length = 0;
    dict.delete(key('fifth'));
    expect(emitted.at(-1)).toBe('dict.remove 4+0 @-1');
  });

  it('count the entries moved and the buckets passed', () => {
    const { dict } = filled(5);
    const emitted = steps(dict, () => finishRehash(dict));
    const rehashes = emitted.filter((step) => step.type === 'dict.rehash');
    expect(rehashes.reduce((sum, step) => sum + step.moved, 0)).toBe(4);
    let bucket = -1;
    for (const step of rehashes) {
      bucket += step.empty + 1;
      expect(step.bucket).toBe(bucket);
    }
  });
});

describe('statistics', () => {
  /** A table with so many buckets of each chain length, as only the statistics see it. */
  function tableOf(chains: readonly [length: number, buckets: number][]) {
    const { env } = filled(0);
    const table = new DictTable<number>(
      chains.reduce((sum, [, buckets]) => sum + buckets, 0),
      0,
    );
    let at = 0;
    for (const [length, buckets] of chains) {
      for (let index = 0; index < buckets; index++, at++) {
        for (let link = 0; link < length; link++) {
          table.buckets[at] = new DictEntry<number>(env.heap, 0, table.buckets[at], 0, 0, 0);
          table.used++;
        }
      }
    }
    return table;
  }

  // Printed by DEBUG HTSTATS on redis-server 7.0.15 for tables of these chains.
  it('are printed as the server does', () => {
    const { dict } = filled(0);
    expect(dict.statistics()).toBe(
      'Hash table 0 stats (main hash table):\nNo stats available for empty dictionaries\n',
    );
    dict.tables[0] = tableOf([
      [0, 35],
      [1, 18],
      [2, 10],
      [3, 1],
    ]);
    expect(dict.statistics()).toBe(
      'Hash table 0 stats (main hash table):\n table size: 64\n number of elements: 41\n different slots: 29\n' +
        ' max chain length: 3\n avg chain length (counted): 1.41\n avg chain length (computed): 1.41\n' +
        ' Chain length distribution:\n   0: 35 (54.69%)\n   1: 18 (28.12%)\n   2: 10 (15.62%)\n   3: 1 (1.56%)\n',
    );
  });

  it('cover both tables during a rehash', () => {
    const { dict } = filled(0);
    dict.tables[0] = tableOf([
      [0, 3],
      [2, 1],
    ]);
    dict.tables[1] = tableOf([
      [0, 6],
      [1, 1],
      [2, 1],
    ]);
    dict.rehashIndex = 0;
    expect(dict.statistics()).toBe(
      'Hash table 0 stats (main hash table):\n table size: 4\n number of elements: 2\n different slots: 1\n' +
        ' max chain length: 2\n avg chain length (counted): 2.00\n avg chain length (computed): 2.00\n' +
        ' Chain length distribution:\n   0: 3 (75.00%)\n   2: 1 (25.00%)\n' +
        'Hash table 1 stats (rehashing target):\n table size: 8\n number of elements: 3\n different slots: 2\n' +
        ' max chain length: 2\n avg chain length (counted): 1.50\n avg chain length (computed): 1.50\n' +
        ' Chain length distribution:\n   0: 6 (75.00%)\n   1: 1 (12.50%)\n   2: 1 (12.50%)\n',
    );
  });
});
