import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf, latin1 } from '../../base/bytes.ts';
import { keySlot } from '../../base/crc16.ts';
import { createEnvironment } from '../../base/probe.ts';
import { Keyspace } from '../../keyspace/keyspace.ts';
import { StringFactory } from '../../types/string.ts';
import { SlotKeys } from './slot-keys.ts';
import { SLOTS, SlotSet } from './slot-set.ts';

describe('a set of slots', () => {
  test('the bytes of the picture', () => {
    const slots = new SlotSet();
    for (const slot of [0, 1, 10]) slots.add(slot);
    expect([...slots.bytes.subarray(0, 3)]).toEqual([3, 4, 0]);
    expect(slots.ranges()).toEqual([
      { first: 0, last: 1 },
      { first: 10, last: 10 },
    ]);
  });

  test('agrees with a set of numbers', () => {
    const changes = fc.array(fc.tuple(fc.boolean(), fc.nat(SLOTS - 1)), { maxLength: 200 });
    fc.assert(
      fc.property(changes, (list) => {
        const slots = new SlotSet();
        const model = new Set<number>();
        for (const [isAddition, slot] of list) {
          expect(isAddition ? slots.add(slot) : slots.delete(slot)).toBe(
            isAddition ? !model.has(slot) : model.has(slot),
          );
          if (isAddition) model.add(slot);
          else model.delete(slot);
        }
        expect([...slots]).toEqual([...model].sort((a, b) => a - b));
        expect(slots.count).toBe(model.size);
        expect(new SlotSet(slots.bytes).count).toBe(model.size);
      }),
    );
  });
});

describe('the keys of a slot', () => {
  function keyspace() {
    const env = createEnvironment(1);
    const keys = new Keyspace(env, 1);
    const slotKeys = new SlotKeys();
    keys.slotKeys = slotKeys;
    const strings = new StringFactory(env, 0);
    const [db] = keys.databases;
    const set = (name: string) => keys.set(db, bytesOf(name), strings.plain(bytesOf('v'), 0));
    const inSlot = (slot: number, limit = 100) => slotKeys.keysIn(slot, limit).map((key) => latin1(key));
    return { keys, db, slotKeys, set, inSlot };
  }

  test('the newest first; a new value changes nothing', () => {
    const { db, inSlot, keys, set, slotKeys } = keyspace();
    for (const name of ['{user}:a', '{user}:b', 'other', '{user}:c']) set(name);
    set('{user}:a');
    const slot = keySlot(bytesOf('user'));
    expect(inSlot(slot)).toEqual(['{user}:c', '{user}:b', '{user}:a']);
    expect(inSlot(slot, 1)).toEqual(['{user}:c']);
    keys.delete(db, bytesOf('{user}:b'));
    expect(inSlot(slot)).toEqual(['{user}:c', '{user}:a']);
    expect(slotKeys.count(slot)).toBe(2);
    keys.flush(db);
    expect(inSlot(slot)).toEqual([]);
    expect(slotKeys.count(slot)).toBe(0);
  });

  test('agrees with the keys that are there, also while the table is rehashed', () => {
    const { db, keys, set, slotKeys } = keyspace();
    const there = new Set<string>();
    const names = Array.from({ length: 3000 }, (_, i) => `k${(i * 7919) % 500}`);
    for (const [at, name] of names.entries()) {
      if (at % 3 === 2) {
        keys.delete(db, bytesOf(name));
        there.delete(name);
      } else {
        set(name);
        there.add(name);
      }
    }
    const found = Array.from({ length: SLOTS }, (_, slot) =>
      slotKeys.keysIn(slot, 1000).map((key) => {
        expect(keySlot(key)).toBe(slot);
        return latin1(key);
      }),
    ).flat();
    expect(found.sort()).toEqual([...there].sort());
  });
});
