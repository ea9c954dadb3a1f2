/** What BY and GET of SORT find for an element: `weight_*`, `user:*->name`, `#`. Mirrors lookupKeyByPattern. */
import { concatBytes } from '../../base/bytes.ts';
import type { Database } from '../../keyspace/database.ts';
import type { Server } from '../../state/server.ts';
import { hashGet } from '../../types/hash.ts';
import { TYPE_HASH, TYPE_STRING } from '../../types/object.ts';
import { stringBytes } from '../../types/string.ts';
import { textBytes } from '../../types/text.ts';

const HASH_SIGN = 0x23;
const STAR = 0x2a;
const MINUS = 0x2d;
const GREATER = 0x3e;

/** A pattern taken apart; one without a star finds nothing. */
export type SortPattern =
  | { readonly kind: 'element' }
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'key';
      readonly before: Uint8Array;
      readonly behind: Uint8Array;
      /** The field of a hash, or null for a string. */
      readonly field: Uint8Array | null;
    };

export function parseSortPattern(pattern: Uint8Array): SortPattern {
  // C sees the text end at the first NUL; the bytes after it are still part of the key or the field.
  const nul = pattern.indexOf(0);
  const end = nul < 0 ? pattern.length : nul;
  if (end === 1 && pattern[0] === HASH_SIGN) return { kind: 'element' };
  const star = pattern.subarray(0, end).indexOf(STAR);
  if (star < 0) return { kind: 'nothing' };
  const before = pattern.slice(0, star);
  for (let at = star + 1; at + 2 < end; at++) {
    if (pattern[at] !== MINUS || pattern[at + 1] !== GREATER) continue;
    return { kind: 'key', before, behind: pattern.slice(star + 1, at), field: pattern.slice(at + 2) };
  }
  return { kind: 'key', before, behind: pattern.slice(star + 1), field: null };
}

/** The string found for an element, as bytes of its own; null when there is none. */
export function lookUpPattern(
  server: Server,
  db: Database,
  pattern: SortPattern,
  element: Uint8Array,
): Uint8Array | null {
  if (pattern.kind === 'element') return element;
  if (pattern.kind === 'nothing') return null;
  const { before, behind, field } = pattern;
  const object = server.keyspace.lookupRead(db, concatBytes([before, element, behind]));
  if (object === null) return null;
  if (field === null) return object.type === TYPE_STRING ? stringBytes(object).slice() : null;
  const value = object.type === TYPE_HASH ? hashGet(object, field) : null;
  return value === null ? null : textBytes(server.env.heap, value).slice();
}
