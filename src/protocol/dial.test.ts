import { expect, it } from 'vitest';
import { atStop, holds, trialOf } from './dial.ts';

it('puts the number of a stop, and numbers made of it, into a line', () => {
  expect(atStop('SET k:{1..$n} x', 1000)).toBe('SET k:{1..1000} x');
  expect(atStop('MSET a $n-1 b $n+1 c $(n*2) d $(n/3) e $(n - 4)', 10)).toBe('MSET a 9 b 11 c 20 d 3 e 6');
  expect(atStop('return 100 * ($n - c) / $n', 8)).toBe('return 100 * (8 - c) / 8');
});

it('leaves other names alone', () => {
  expect(atStop('SET $name $now', 8)).toBe('SET $name $now');
});

it('holds a value to what is expected of it', () => {
  expect(holds({ is: 3 }, 3)).toBe(true);
  expect(holds({ is: 3 }, '(integer) 3')).toBe(true);
  expect(holds({ is: 'OK' }, 'OK')).toBe(true);
  expect(holds({ is: 3 }, null)).toBe(false);
  expect(holds({ atLeast: 2, atMost: 3 }, '"2.5"')).toBe(true);
  expect(holds({ atLeast: 2 }, 1)).toBe(false);
  expect(holds({ atMost: 2 }, null)).toBe(false);
});

it('runs a curve on the server of the step with its own settings', () => {
  const start = { generation: '7.0', seed: 3, startMs: 5, config: { maxmemory: '1mb', hz: '10' } } as const;
  const runs = [[], [{ type: 'command', client: 1, line: 'PING' }]] as const;
  expect(trialOf(start, { config: { maxmemory: '2mb' }, runs, observe: 'db0.keys' }, 1)).toEqual({
    start: { ...start, config: { maxmemory: '2mb', hz: '10' } },
    actions: runs[1],
    observe: ['db0.keys'],
  });
});
