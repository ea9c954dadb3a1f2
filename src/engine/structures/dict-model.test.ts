/**
 * The dict against a plain Map, over random operations with rehashing in progress, and its invariants after
 * every one of them and inside every step it emits. A failure prints the seed and the operation.
 */
import { describe, expect, it } from 'vitest';
import { bytesOf, latin1 } from '../base/bytes.ts';
import { createEnvironment } from '../base/probe.ts';
import { Random } from '../base/random.ts';
import { Dict, type DictEntry } from './dict.ts';

function assertInvariants(dict: Dict<unknown>, where: string) {
  const [main, target] = dict.tables;
  const problem = (text: string) => new Error(`${text} (${where})`);
  if (dict.isRehashing !== target.size > 0) throw problem('ht[1] without a rehash, or the reverse');
  for (const table of dict.tables) {
    if ((table.size & (table.size - 1)) !== 0) throw problem('a size that is no power of two');
    if (table.buckets.length !== table.size) throw problem('a wrong number of buckets');
    let used = 0;
    for (let bucket = 0; bucket < table.size; bucket++) {
      for (let entry: DictEntry<unknown> | null = table.buckets[bucket]; entry !== null; entry = entry.next) {
        used++;
        if ((entry.hash & (table.size - 1)) !== bucket) throw problem('an entry in a wrong bucket');
      }
    }
    if (used !== table.used) throw problem(`used is ${table.used}, counted ${used}`);
  }
  for (let bucket = 0; bucket < dict.rehashIndex; bucket++) {
    if (main.buckets[bucket] !== null) throw problem('an entry before the rehash index');
  }
}

/** A key of few, so that operations meet. */
const name = (number: number) => `key:${number}`;

describe.each([1, 2])('seed %i', (seed) => {
  it('behaves as a map over 10,000 operations', () => {
    const random = new Random(seed).stream('operations');
    const env = createEnvironment(seed);
    const dict = new Dict<number>(env);
    const model = new Map<string, number>();
    let where = '';
    let emitted = 0;
    const probe = {
      emit: () => {
        emitted++;
        assertInvariants(dict, `inside ${where}`);
      },
    };
    for (let step = 0; step < 10_000; step++) {
      // Phases of growing and shrinking, so that tables change size both ways.
      const growing = Math.floor(step / 1000) % 2 === 0;
      const text = name(random.below(600));
      const key = bytesOf(text);
      const choice = random.below(20);
      where = `seed ${seed} step ${step} choice ${choice} key ${text}`;
      env.probe = step % 7 === 0 ? probe : null;
      if (choice < 8) {
        if (growing) {
          const added = dict.add(key, step);
          expect(added !== null, where).toBe(!model.has(text));
          if (added !== null) model.set(text, step);
        } else {
          expect(dict.delete(key)?.value, where).toBe(model.get(text));
          model.delete(text);
        }
      } else if (choice < 10) {
        expect(dict.replace(key, step), where).toBe(!model.has(text));
        model.set(text, step);
      } else if (choice < 12) {
        expect(dict.find(key)?.value, where).toBe(model.get(text));
        if (!model.has(text)) {
          dict.addNew(key, step);
          model.set(text, step);
        }
      } else if (choice < 15) {
        expect(dict.find(key)?.value, where).toBe(model.get(text));
      } else if (choice < 17) {
        const entry = dict.unlink(key);
        expect(entry?.value, where).toBe(model.get(text));
        if (entry !== null) dict.freeUnlinked(entry);
        model.delete(text);
      } else if (choice === 17) {
        dict.rehash(1 + random.below(5));
      } else if (choice === 18) {
        if (dict.needsShrink() || random.below(20) === 0) dict.resizeToFit();
      } else {
        env.dictCanResize = random.below(3) > 0;
        if (random.below(300) === 0) {
          dict.clear();
          model.clear();
        }
      }
      expect(dict.size, where).toBe(model.size);
      assertInvariants(dict, where);
    }
    const contents = [...dict.entries()].map((entry) => [latin1(entry.keyBytes), entry.value] as const);
    expect(new Map(contents)).toEqual(model);
    expect(contents.length).toBe(model.size);
    expect(emitted).toBeGreaterThan(1000);
    dict.release();
    expect(env.heap.usedBytes).toBe(0);
  });

  it('returns in a full scan whatever was there all the time', () => {
    const random = new Random(seed).stream('scans');
    for (let round = 0; round < 60; round++) {
      const env = createEnvironment(seed * 1000 + round);
      const dict = new Dict<number>(env);
      const lasting = new Set<string>();
      const count = 1 + random.below(200);
      for (let index = 0; index < count; index++) {
        dict.add(bytesOf(`lasting:${index}`), index);
        lasting.add(`lasting:${index}`);
      }
      for (let index = 0; index < 400; index++) dict.add(bytesOf(name(index)), index);
      const growing = round % 2 === 0;
      let cursor = 0;
      let calls = 0;
      const seen = new Set<string>();
      do {
        cursor = dict.scan(cursor, (entry) => seen.add(latin1(entry.keyBytes)));
        // Between two calls the table grows, shrinks, or is carried over a little.
        for (let change = random.below(20); change > 0; change--) {
          const key = bytesOf(name(random.below(3000)));
          if (growing) dict.add(key, change);
          else dict.delete(bytesOf(name(random.below(400))));
        }
        if (!growing && random.below(3) === 0) dict.resizeToFit();
        if (random.below(4) === 0) dict.rehash(random.below(20));
        calls++;
      } while (cursor !== 0 && calls < 100_000);
      expect(cursor).toBe(0);
      for (const text of lasting) expect(seen.has(text), `seed ${seed} round ${round} ${text}`).toBe(true);
    }
  });

  it('is the same whether watched or not', () => {
    const build = (watched: boolean) => {
      const random = new Random(seed).stream('watched');
      const env = createEnvironment(seed);
      env.probe = watched ? { emit: () => {} } : null;
      const dict = new Dict<number>(env);
      for (let step = 0; step < 2000; step++) {
        const key = bytesOf(name(random.below(300)));
        if (random.below(3) > 0) dict.add(key, step);
        else dict.delete(key);
      }
      const tables = dict.tables.map((table) => [table.address, table.used]);
      const entries = [...dict.entries()].map((entry) => [entry.address, entry.key.address, entry.value]);
      return { tables, entries, rehashIndex: dict.rehashIndex, used: env.heap.usedBytes };
    };
    expect(build(true)).toEqual(build(false));
  });
});
