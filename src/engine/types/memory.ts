/** How much memory a key takes, as MEMORY USAGE counts it (objectComputeSize of object.c). */

import type { DictEntry } from '../structures/dict.ts';
import { DICT_ENTRY_BYTES } from '../structures/dict.ts';
import { kindOf } from './kinds.ts';
import type { RedisObject } from './object.ts';

/** Value, key string and dictionary entry. `samples` bounds the elements looked at in a collection, 0 means all. */
export function memoryUsage(entry: DictEntry<RedisObject>, samples: number): number {
  return objectBytes(entry.value, samples) + entry.key.allocationBytes + DICT_ENTRY_BYTES;
}

export function objectBytes(object: RedisObject, samples: number): number {
  return kindOf(object).bytes(object, samples);
}
