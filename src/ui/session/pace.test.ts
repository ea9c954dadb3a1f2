import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recallPace, rememberPace, rememberSpeed } from './pace.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the pace of a replay', () => {
  it('follows the reading, at first', () => {
    expect(recallPace()).toEqual({ pace: 'reading', speed: 1 });
  });

  it('is remembered', () => {
    rememberPace('narrated');
    rememberSpeed(0.25);
    expect(recallPace()).toEqual({ pace: 'narrated', speed: 0.25 });
  });

  it('is the usual one where something else was kept', () => {
    rememberSpeed(1000);
    kept.set('rediscope.playing-pace', 'hurried');
    expect(recallPace()).toEqual({ pace: 'reading', speed: 1 });
  });
});
