import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BEAT_MS, createWatchdog, PATIENCE_BEATS } from './watchdog.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const beats = (count: number) => vi.advanceTimersByTime(count * BEAT_MS);

function watched() {
  const reports: boolean[] = [];
  return { reports, dog: createWatchdog((silent) => reports.push(silent)) };
}

it('reports silence once, and takes it back at the first sign of life', () => {
  const { reports, dog } = watched();
  dog.asked();
  beats(PATIENCE_BEATS - 1);
  expect(reports).toEqual([]);
  beats(5);
  expect(reports).toEqual([true]);
  dog.received();
  expect(reports).toEqual([true, false]);
});

it('signs of life keep it quiet, however long the answer takes', () => {
  const { reports, dog } = watched();
  dog.asked();
  for (let i = 0; i < 100; i++) {
    beats(PATIENCE_BEATS - 1);
    dog.received();
  }
  dog.answered();
  beats(100);
  expect(reports).toEqual([]);
});

it('counts nothing while no request is open', () => {
  const { reports, dog } = watched();
  beats(100);
  dog.asked();
  beats(PATIENCE_BEATS - 1);
  dog.answered();
  beats(100);
  expect(reports).toEqual([]);
});

it('a page that stood still does not blame the worker', () => {
  const { reports, dog } = watched();
  dog.asked();
  beats(1);
  // The lid was shut for an hour: the clock went on, the timers did not.
  vi.setSystemTime(Date.now() + 3_600_000);
  beats(PATIENCE_BEATS - 2);
  expect(reports).toEqual([]);
});

it('a reader who waits is asked again after twice the time', () => {
  const { reports, dog } = watched();
  dog.asked();
  beats(PATIENCE_BEATS);
  dog.wait();
  expect(reports).toEqual([true, false]);
  beats(PATIENCE_BEATS * 2 - 1);
  expect(reports).toHaveLength(2);
  beats(1);
  expect(reports).toEqual([true, false, true]);
});
