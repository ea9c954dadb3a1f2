import { expect, test } from 'vitest';
import { ringSettings, ringText, withNode, withoutNode } from './ring-settings.ts';

test('an address keeps every setting', () => {
  const settings = { ...ringSettings(undefined), hash: 'fnv1a', points: 50, before: [1, 4] } as const;
  expect(ringSettings(ringText(settings))).toEqual(settings);
});

test('nonsense in an address gives what the page begins with', () => {
  const initial = ringSettings(undefined);
  for (const text of ['', 'hash=none', 'points=0', 'points=1e9', 'before=xyz', 'after=', '====', 'points']) {
    expect(ringSettings(text)).toEqual(initial);
  }
});

test('a node comes where one is missing, and the last one stays', () => {
  const settings = { ...ringSettings(undefined), after: [0, 2] };
  expect(withNode(settings)).toMatchObject({ before: [0, 2], after: [0, 1, 2] });
  expect(withoutNode(settings, 0)).toMatchObject({ before: [0, 2], after: [2] });
  expect(withoutNode({ ...settings, after: [2] }, 2).after).toEqual([2]);
  const full = { ...settings, after: [0, 1, 2, 3, 4, 5] };
  expect(withNode(full)).toBe(full);
});
