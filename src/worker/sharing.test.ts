import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzSeed } from '../testing/fuzz-seed.ts';
import { sharing } from './sharing.ts';

test('what is equal is the same object, what differs is as it is now', () => {
  const before = { kind: 'x', rows: [{ a: 1 }, { a: 2 }], bytes: Uint8Array.of(1, 2), gone: null };
  const after = { kind: 'x', rows: [{ a: 1 }, { a: 3 }, { a: 4 }], bytes: Uint8Array.of(1, 2), gone: null };
  const view = sharing(before, after);
  expect(view).toEqual(after);
  expect(view.rows[0]).toBe(before.rows[0]);
  expect(view.bytes).toBe(before.bytes);
  expect(sharing(before, structuredClone(before))).toBe(before);
});

test('no view is changed by it, whatever was there before', () => {
  const values = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(values, values, (before, after) => {
      const [was, is] = [JSON.stringify(before), JSON.stringify(after)];
      expect(JSON.stringify(sharing(before, after))).toBe(is);
      expect(JSON.stringify(before)).toBe(was);
    }),
    { seed: fuzzSeed },
  );
});
