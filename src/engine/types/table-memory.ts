/** The size of a dict value as MEMORY USAGE counts it: tables exactly, entries from a sample. */
import {
  DICT_BUCKET_BYTES,
  DICT_BYTES,
  DICT_ENTRY_BYTES,
  type Dict,
  type DictEntry,
} from '../structures/dict.ts';
import { OBJECT_BYTES } from './object.ts';

/** `stringBytes` returns the size of an entry's strings; `samples` limits how many are measured, 0 means all. */
export function tableBytes<V>(
  table: Dict<V>,
  samples: number,
  stringBytes: (entry: DictEntry<V>) => number,
): number {
  const wanted = samples === 0 ? table.size : samples;
  let seen = 0;
  let seenBytes = 0;
  for (const entry of table.entries()) {
    if (seen === wanted) break;
    seenBytes += DICT_ENTRY_BYTES + stringBytes(entry);
    seen++;
  }
  const fixedBytes = OBJECT_BYTES + DICT_BYTES + table.slots * DICT_BUCKET_BYTES;
  return seen === 0 ? fixedBytes : Math.floor(fixedBytes + (seenBytes / seen) * table.size);
}
