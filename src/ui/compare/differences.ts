/** The differences between two databases at one moment, for the table of a comparison. */
import type { KeyRow, KeyspaceView } from '../../protocol/views.ts';

export const comparedFields = ['type', 'encoding', 'memoryBytes', 'preview', 'expireAtMs'] as const;
export type ComparedField = (typeof comparedFields)[number];

export type Difference =
  | { readonly kind: 'keys' | 'memory'; readonly one: number; readonly other: number }
  /** A key that exists in one of them only. */
  | { readonly kind: 'key'; readonly key: string; readonly one: boolean; readonly other: boolean }
  | {
      readonly kind: 'field';
      readonly key: string;
      readonly field: ComparedField;
      readonly one: string | number;
      readonly other: string | number;
    };

/** Rows within both windows: beyond a window nothing is known. */
function isWhole(view: KeyspaceView): boolean {
  return view.from === 0 && view.rows.length === view.keys;
}

export function differencesOf(one: KeyspaceView, other: KeyspaceView): Difference[] {
  const found: Difference[] = [];
  if (one.keys !== other.keys) found.push({ kind: 'keys', one: one.keys, other: other.keys });
  if (one.usedMemoryBytes !== other.usedMemoryBytes)
    found.push({ kind: 'memory', one: one.usedMemoryBytes, other: other.usedMemoryBytes });
  const beside = new Map(other.rows.map((row) => [nameOf(row), row]));
  for (const row of one.rows) {
    const twin = beside.get(nameOf(row));
    beside.delete(nameOf(row));
    if (twin === undefined) {
      if (isWhole(other)) found.push({ kind: 'key', key: row.key, one: true, other: false });
      continue;
    }
    for (const field of comparedFields) {
      if (row[field] !== twin[field])
        found.push({ kind: 'field', key: row.key, field, one: row[field], other: twin[field] });
    }
  }
  if (isWhole(one)) {
    for (const row of beside.values()) found.push({ kind: 'key', key: row.key, one: false, other: true });
  }
  return found;
}

/** By its bytes: the printed key may be cut. */
function nameOf({ keyBytes }: KeyRow): string {
  let name = '';
  for (const byte of keyBytes) name += String.fromCharCode(byte);
  return name;
}
