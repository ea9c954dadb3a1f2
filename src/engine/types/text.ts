/**
 * A string inside a collection, in whichever way the collection keeps it: a view of packed bytes, an integer
 * that packed bytes spell shorter, or a place on the heap. Who only sends it on need not make a copy.
 */
import type { Heap } from '../base/heap.ts';
import { formatInteger, type Int64, integerBytes } from '../base/numbers.ts';
import { StoredString } from '../structures/stored-string.ts';

export type Text = Uint8Array | Int64 | StoredString;

export function textLength(text: Text): number {
  return typeof text === 'object' ? text.length : formatInteger(text).length;
}

/** The bytes. Of packed bytes a view: copy it before the collection changes. */
export function textBytes(heap: Heap, text: Text): Uint8Array {
  if (typeof text !== 'object') return integerBytes(text);
  return text instanceof StoredString ? text.bytes(heap) : text;
}
