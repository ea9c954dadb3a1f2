import { expect, test } from 'vitest';
import type { LsmAction } from '../../protocol/lsm.ts';
import { playLsm } from '../../sim/lsm/play.ts';
import { layoutLsm, shareOf } from './lsm-layout.ts';
import { lsmActions, lsmText } from './lsm-settings.ts';
import { lsmWords } from './lsm-words.ts';

const actions: LsmAction[] = [
  { type: 'write', count: 50 },
  { type: 'overwrite', count: 200 },
  { type: 'delete', count: 20 },
  { type: 'get', key: 17 },
  { type: 'flush' },
  { type: 'compact' },
  { type: 'crash' },
];

test('an address keeps all that was done, and nothing else gets in', () => {
  expect(lsmText(actions)).toBe('do=w50+o200+d20+g17+f+c+x');
  expect(lsmActions(lsmText(actions))).toEqual(actions);
  expect(lsmActions('do=w0+w999+g+z5+f9+c+ww')).toEqual([{ type: 'compact' }]);
  expect(lsmActions(undefined)).toEqual([]);
});

test('files lie where their keys are; on level 0 each in a row of its own', () => {
  expect([shareOf('k000'), shareOf('k500'), shareOf('k999')]).toEqual([0, 50, 99.9]);
  const writes: LsmAction[] = Array.from({ length: 5 }, () => ({ type: 'write', count: 50 }));
  const [level0] = layoutLsm(playLsm(writes));
  expect(level0.isDue).toBe(true);
  expect(level0.files.map(({ row }) => row)).toEqual(level0.files.map((_, at) => at));
  for (const { left, width } of level0.files) expect(left + width).toBeLessThanOrEqual(100.1);

  const merged = layoutLsm(playLsm([...writes, { type: 'compact' }]));
  expect(merged[0].files).toEqual([]);
  expect(merged[1].rows).toBe(1);
  expect(merged[1].files.every(({ state }) => state === 'new')).toBe(true);
});

test('a read marks the files that it asked', () => {
  const writes: LsmAction[] = Array.from({ length: 5 }, () => ({ type: 'write', count: 50 }));
  const view = playLsm([...writes, { type: 'get', key: 500 }]);
  const states = layoutLsm(view).flatMap(({ files }) => files.map(({ state }) => state));
  expect(states).toContain('filter');
  expect(states.filter((state) => state === 'idle').length).toBe(0);
});

test.each(['en', 'zh'] as const)('each thing that can happen has a sentence in %s', (language) => {
  const words = lsmWords[language];
  for (let count = 0; count <= actions.length; count++) {
    const { last } = playLsm(actions.slice(0, count));
    expect(words.said(last).length).toBeGreaterThan(5);
  }
  const { last } = playLsm([{ type: 'compact' }]);
  expect(words.said(last)).not.toContain('undefined');
});
