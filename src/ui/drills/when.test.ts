import { expect, it } from 'vitest';
import { whenIs } from './when.ts';

const minute = 60_000;

it.each([
  [10 * minute, '10 分钟后', 'in 10 minutes'],
  [20_000, '1 分钟后', 'in 1 minute'],
  [-minute, '1 分钟后', 'in 1 minute'],
  [30 * minute, '30 分钟后', 'in 30 minutes'],
  [59 * minute, '1 小时后', 'in 1 hour'],
  [90 * minute, '2 小时后', 'in 2 hours'],
  [26 * 60 * minute, '1 天后', 'in 1 day'],
  [75 * 60 * minute, '3 天后', 'in 3 days'],
])('%d ms away', (away, zh, en) => {
  expect(whenIs(1000 + away, 1000, 'zh')).toBe(zh);
  expect(whenIs(1000 + away, 1000, 'en')).toBe(en);
});
