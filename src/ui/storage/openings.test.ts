import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLocalStorage } from '../../testing/local-storage.ts';
import { beginOpening, forgetOpening, linkId, wasCutOff } from './openings.ts';

let marks: Map<string, string>;
const listeners = new Map<string, () => void>();

beforeEach(() => {
  vi.useFakeTimers();
  listeners.clear();
  marks = stubLocalStorage();
  vi.stubGlobal('document', {});
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener));
  vi.stubGlobal('removeEventListener', (name: string) => listeners.delete(name));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The page ends without an event. */
function die(): void {
  const nowMs = Date.now();
  vi.clearAllTimers();
  // Clearing them turns the clock back.
  vi.setSystemTime(nowMs);
  listeners.clear();
}

const leave = () => listeners.get('pagehide')?.();

describe('what is being opened', () => {
  it('is known to have been cut off if the page died meanwhile, and only then', () => {
    expect(wasCutOff('one', true)).toBe(false);
    beginOpening('one');
    die();
    expect(wasCutOff('one', true)).toBe(true);
    expect(wasCutOff('two', true)).toBe(false);
    forgetOpening('one');
    expect(wasCutOff('one', true)).toBe(false);
  });

  it('is forgotten once it is open', () => {
    const end = beginOpening('one');
    vi.advanceTimersByTime(5000);
    end();
    leave();
    expect(marks.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('was not cut off if the reader left soon, but was if they had waited', () => {
    beginOpening('one');
    vi.advanceTimersByTime(1000);
    leave();
    expect(wasCutOff('one', true)).toBe(false);
    die();
    beginOpening('one');
    vi.advanceTimersByTime(3000);
    leave();
    die();
    expect(wasCutOff('one', false)).toBe(true);
    // A second try left at once: the earlier mark stays.
    beginOpening('one');
    leave();
    expect(wasCutOff('one', false)).toBe(true);
  });

  it('may be opened by two tabs at once', () => {
    const end = beginOpening(linkId('abc'));
    vi.advanceTimersByTime(60_000);
    expect(wasCutOff(linkId('abc'), false)).toBe(false);
    end();
    beginOpening(linkId('abc'));
    die();
    vi.advanceTimersByTime(2000);
    expect(wasCutOff(linkId('abc'), false)).toBe(true);
    expect(wasCutOff(linkId('abd'), false)).toBe(false);
  });

  it('is not recorded without storage', () => {
    vi.stubGlobal('localStorage', undefined);
    beginOpening('one')();
    expect(wasCutOff('one', true)).toBe(false);
  });
});
