import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BEAT_MS, createWatchdog, PATIENCE_BEATS } from './watchdog.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const beats = (count: number) => vi.advanceTimersByTime(count * BEAT_MS);

function watched() {
  const told: boolean[] = [];
  return { told, dog: createWatchdog((silent) => told.push(silent)) };
}

it('reports silence once, and takes it back at the first sign of life', () => {
  const { told, dog } = watched();
  dog.asked();
  beats(PATIENCE_BEATS - 1);
  expect(told).toEqual([]);
  beats(5);
  expect(told).toEqual([true]);
  dog.heard();
  expect(told).toEqual([true, false]);
});

it('signs of life keep it quiet, however long the answer takes', () => {
  const { told, dog } = watched();
  dog.asked();
  for (let i = 0; i < 100; i++) {
    beats(PATIENCE_BEATS - 1);
    dog.heard();
  }
  dog.answered();
  beats(100);
  expect(told).toEqual([]);
});

it('counts nothing while no request is open', () => {
  const { told, dog } = watched();
  beats(100);
  dog.asked();
  beats(PATIENCE_BEATS - 1);
  dog.answered();
  beats(100);
  expect(told).toEqual([]);
});

it('a page that stood still does not blame the worker', () => {
  const { told, dog } = watched();
  dog.asked();
  beats(1);
  // The lid was shut for an hour: the clock went on, the timers did not.
  vi.setSystemTime(Date.now() + 3_600_000);
  beats(PATIENCE_BEATS - 2);
  expect(told).toEqual([]);
});

it('a reader who waits is asked again after twice the time', () => {
  const { told, dog } = watched();
  dog.asked();
  beats(PATIENCE_BEATS);
  dog.wait();
  expect(told).toEqual([true, false]);
  beats(PATIENCE_BEATS * 2 - 1);
  expect(told).toHaveLength(2);
  beats(1);
  expect(told).toEqual([true, false, true]);
});
