/** How much memory a key takes, as MEMORY USAGE counts it (objectComputeSize of object.c). */

import type { Generation } from '../../protocol/session.ts';
import type { DictEntry } from '../structures/dict.ts';
import { DICT_ENTRY_BYTES } from '../structures/dict.ts';
import { kindOf } from './kinds.ts';
import { oldObjectBytes, oldSdsBytes } from './memory-62.ts';
import type { RedisObject } from './object.ts';

/** Value, key string and dictionary entry. `samples` bounds the elements looked at in a collection, 0 means all. */
export function memoryUsage(entry: DictEntry<RedisObject>, samples: number, generation: Generation): number {
  const { key, value } = entry;
  if (generation === '6.2')
    return oldObjectBytes(value, samples) + oldSdsBytes(key.length) + DICT_ENTRY_BYTES;
  return objectBytes(value, samples) + key.allocationBytes + DICT_ENTRY_BYTES;
}

/** The value alone, as the allocator sees it. */
export function objectBytes(object: RedisObject, samples: number): number {
  return kindOf(object).bytes(object, samples);
}
