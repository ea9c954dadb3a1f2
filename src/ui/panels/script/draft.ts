/** The script being written, kept over a reload. */
import { createStore } from 'zustand/vanilla';
import { recall, remember } from '../../browser/preferences.ts';
import { samples } from './samples.ts';

export interface Draft {
  readonly source: string;
  /** As typed: words as at the console. */
  readonly keys: string;
  readonly values: string;
}

const key = 'script.draft';

export const draftStore = createStore<Draft>(() => readDraft(recall(key)) ?? draftOf(samples[0]));

export function setDraft(part: Partial<Draft>): void {
  draftStore.setState(part);
  remember(key, JSON.stringify(draftStore.getState()));
}

export function draftOf({ source, keys, values }: Draft): Draft {
  return { source, keys, values };
}

export function readDraft(kept: string | null): Draft | null {
  try {
    const draft: unknown = JSON.parse(kept ?? 'null');
    if (typeof draft !== 'object' || draft === null) return null;
    const { source, keys, values } = draft as Record<string, unknown>;
    if (typeof source !== 'string' || typeof keys !== 'string' || typeof values !== 'string') return null;
    return { source, keys, values };
  } catch {
    return null;
  }
}
