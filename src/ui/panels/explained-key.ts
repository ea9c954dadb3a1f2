/**
 * "Explain this key": an element that shows a key names it (`data-key-hex`, and the database on an ancestor), and the
 * panel of objects shows the key asked about.
 */
import { createStore } from 'zustand/vanilla';
import { navigate, type Route } from '../browser/routes.ts';

export interface ExplainedKey {
  readonly db: number;
  readonly keyBytes: Uint8Array;
}

export const explainedKeyStore = createStore<{ readonly asked: ExplainedKey | null }>(() => ({
  asked: null,
}));

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The key shown by an element, or by the keyboard's cursor inside it. */
export function keyUnder(element: Element): ExplainedKey | null {
  const within =
    element.closest('[data-key-hex]') ?? element.querySelector('.is-cursor')?.closest('[data-key-hex]');
  const hex = within?.getAttribute('data-key-hex');
  const db = within?.closest('[data-db]')?.getAttribute('data-db');
  if (hex == null || db == null) return null;
  const keyBytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return { db: Number(db), keyBytes };
}

/** Shows the panel of objects, in the lab beside the present panels. */
export function explainKey(asked: ExplainedKey, route: Route): void {
  explainedKeyStore.setState({ asked });
  const shown = route.page === 'lab' ? (route.panels ?? []) : [];
  if (shown.includes('object')) return;
  navigate({ page: 'lab', panels: ['object', ...(shown.length === 0 ? ['keyspace'] : shown)] });
}
