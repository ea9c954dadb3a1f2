/** The rules of a packed hash or sorted set beyond being well-formed: pairs, and no field or member twice. */
import { latin1 } from '../base/bytes.ts';
import { formatInteger } from '../base/numbers.ts';
import type { PackedValue } from './packed-list.ts';

export interface DistinctPairs {
  /** Takes the elements in order; false at a field that was there before. */
  readonly accept: (value: PackedValue, index: number) => boolean;
  /** Whether the last field had its value. */
  readonly isEven: () => boolean;
}

export function distinctPairs(): DistinctPairs {
  const fields = new Set<string>();
  let count = 0;
  return {
    accept(value, index) {
      count = index + 1;
      if (index % 2 === 1) return true;
      const field = typeof value === 'object' ? latin1(value) : formatInteger(value);
      if (fields.has(field)) return false;
      fields.add(field);
      return true;
    },
    isEven: () => count % 2 === 0,
  };
}
