import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLocalStorage } from '../../testing/local-storage.ts';
import { recallPace, rememberPace, rememberSpeed } from './pace.ts';

let kept: Map<string, string>;

beforeEach(() => {
  kept = stubLocalStorage();
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
