/** Stands in for the browser's localStorage in tests without a page. Gives what is kept; unstubAllGlobals ends it. */
import { vi } from 'vitest';

export function stubLocalStorage(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  return kept;
}
