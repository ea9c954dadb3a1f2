import { describe, expect, it } from 'vitest';
import type { Step } from '../../../protocol/steps.ts';
import { dictAddress as dict, hugeDict, sampleDict, users } from '../../gallery/samples.ts';
import {
  clampWindow,
  contains,
  follow,
  isWindowed,
  placesOf,
  upcomingPlaces,
  windowAround,
} from './viewport.ts';

const windows = [
  { from: 0, count: 32 },
  { from: 0, count: 32 },
] as const;

describe('the window on a table', () => {
  it('shows a small table whole, whatever was asked', () => {
    expect(clampWindow(12, 8, 16)).toEqual({ from: 0, count: 32 });
    expect(isWindowed(sampleDict({ keys: users(5), size: 8 }).tables[0])).toBe(false);
  });

  it('stays inside a large table', () => {
    expect(clampWindow(-5, 16, 1024)).toEqual({ from: 0, count: 16 });
    expect(clampWindow(5000, 16, 1024)).toEqual({ from: 1008, count: 16 });
    expect(isWindowed(hugeDict(windows, -1).tables[0])).toBe(true);
  });

  it('contains the bucket it was put around, at every zoom', () => {
    for (const count of [8, 16, 32, 64]) {
      for (let bucket = 0; bucket < 1024; bucket += 7) {
        const window = windowAround(bucket, count, 1024);
        expect(contains(window, bucket)).toBe(true);
        expect(window.from + window.count).toBeLessThanOrEqual(1024);
      }
    }
  });
});

describe('following the action', () => {
  const view = hugeDict(windows, 400_000);
  const move: Step = {
    type: 'dict.move',
    dict,
    fromBucket: 400_000,
    toBucket: 1_448_576,
    entry: 1,
    key: 'k',
  };

  it('a move happens in both tables', () => {
    expect(placesOf(move, view)).toEqual([
      { table: 0, bucket: 400_000 },
      { table: 1, bucket: 1_448_576 },
    ]);
  });

  it('steps of other dictionaries happen nowhere', () => {
    expect(placesOf({ ...move, dict: dict + 1 }, view)).toEqual([]);
    expect(placesOf({ type: 'key.expired', db: 0, key: 'k', how: 'lazy' }, view)).toEqual([]);
  });

  it('moves both windows, and none that already shows the place', () => {
    const moved = follow(windows, placesOf(move, view), view);
    expect(contains(moved[0], 400_000)).toBe(true);
    expect(contains(moved[1], 1_448_576)).toBe(true);
    expect(follow(moved, placesOf(move, view), view)).toBe(moved);
  });

  it('is there before the step is: the hash step looks ahead, each table to its first place', () => {
    const steps: (Step | null)[] = [
      null,
      { type: 'dict.hash', dict, key: 'k', hash: '0'.repeat(16) },
      { type: 'dict.bucket', dict, table: 0, bucket: 77 },
      { type: 'dict.bucket', dict, table: 1, bucket: 1_048_653 },
      { type: 'dict.bucket', dict, table: 0, bucket: 99 },
      null,
    ];
    expect(upcomingPlaces(steps, 1, view)).toEqual([
      { table: 0, bucket: 77 },
      { table: 1, bucket: 1_048_653 },
    ]);
    expect(upcomingPlaces(steps, 4, view)).toEqual([{ table: 0, bucket: 99 }]);
    expect(upcomingPlaces(steps, 5, view)).toEqual([]);
  });
});
