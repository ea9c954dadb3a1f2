import { expect, test } from 'vitest';
import { Alarms } from './alarms.ts';

test('what is due rings by time, and in the order it was set', () => {
  const alarms = new Alarms();
  const rung: string[] = [];
  alarms.set(20, () => rung.push('late'));
  alarms.set(10, () => rung.push('first'));
  alarms.set(10, () => rung.push('second'));
  const cancelled = alarms.set(5, () => rung.push('cancelled'));
  alarms.cancel(cancelled);
  expect(alarms.nextAtMs).toBe(10);
  alarms.ringDue(9);
  expect(rung).toEqual([]);
  alarms.ringDue(10);
  expect(rung).toEqual(['first', 'second']);
  expect(alarms.nextAtMs).toBe(20);
  alarms.ringDue(100);
  expect([...rung, alarms.nextAtMs]).toEqual(['first', 'second', 'late', Number.POSITIVE_INFINITY]);
});

test('an alarm may set another that is due as well', () => {
  const alarms = new Alarms();
  const rung: number[] = [];
  alarms.set(1, () => {
    rung.push(1);
    alarms.set(2, () => rung.push(2));
  });
  alarms.ringDue(3);
  expect(rung).toEqual([1, 2]);
});
