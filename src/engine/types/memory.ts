/** How much memory a key takes, as MEMORY USAGE counts it (objectComputeSize of object.c). */
import { assert } from '../base/errors.ts';
import { sizeClass } from '../base/heap.ts';
import { DICT_ENTRY_BYTES } from '../structures/dict.ts';
import type { DictEntry } from '../structures/dict.ts';
import type { Sds } from '../structures/sds.ts';
import { ENCODING_EMBSTR, ENCODING_INT, OBJECT_BYTES, TYPE_STRING } from './object.ts';
import type { RedisObject } from './object.ts';
import { type EmbeddedString, embstrBytes } from './string.ts';

/** Value, key string and dictionary entry. `samples` bounds the elements looked at in a collection, 0 means all. */
export function memoryUsage(entry: DictEntry<RedisObject>, samples: number): number {
  return objectBytes(entry.value, samples) + entry.key.allocationBytes + DICT_ENTRY_BYTES;
}

export function objectBytes(object: RedisObject, _samples: number): number {
  assert(object.type === TYPE_STRING, 'value of a type without size');
  if (object.encoding === ENCODING_INT) return OBJECT_BYTES;
  if (object.encoding === ENCODING_EMBSTR) return sizeClass(embstrBytes((object as EmbeddedString).length));
  return OBJECT_BYTES + (object.value as Sds).allocationBytes;
}
