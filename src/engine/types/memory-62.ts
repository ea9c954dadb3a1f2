/**
 * The size of a value as 6.2 counts it (objectComputeSize of its object.c), where it differs from 7.0.
 *
 * 6.2 counts less of the allocation: a ziplist or an intset counts with the bytes it has, an embstr with its characters
 * and three fields, where 7.0 counts what was really allocated. Its dict is 40 bytes larger, its stream 40 bytes
 * smaller. And it bundles its own jemalloc, whose classes are finer below 64 bytes:
 *
 *     8 16 24 32 40 48 56 64 | 80 96 112 128 | …         the heap has no 24, 40 and 56
 *
 * Worked example: SET k abc takes 16 for the object, 2 and 3 for the string; with 8 for the key and 24 for
 * the entry of the dictionary that is 53. 7.0 says 64.
 */
import { sizeClass } from '../base/heap.ts';
import type { Dict } from '../structures/dict.ts';
import { DICT_BYTES } from '../structures/dict.ts';
import { newSdsBytes, type Sds } from '../structures/sds.ts';
import { isPacked, packedOf, tableOf } from './hash.ts';
import { kindOf } from './kinds.ts';
import type { RedisObject } from './object.ts';
import {
  ENCODING_EMBSTR,
  ENCODING_RAW,
  OBJECT_BYTES,
  TYPE_HASH,
  TYPE_SET,
  TYPE_STREAM,
  TYPE_STRING,
  TYPE_ZSET,
} from './object.ts';
import { intsetOf, isIntset, setTableOf } from './set.ts';
import type { Stream } from './stream.ts';
import { stringLength } from './string.ts';
import { tableBytes } from './table-memory.ts';
import { isPacked as isPackedZset } from './zset.ts';

/** sizeof(dict) in 6.2: both tables with three fields each, and a pointer for private data. */
const OLD_DICT_BYTES = 96;
const FINE_CLASSES_BYTES = 64;
/** 7.0 keeps the first id of a stream, the greatest deleted one and a count of all that were added… */
const NEW_STREAM_BYTES = 40;
/** … and for each group how many entries it has read. */
const NEW_GROUP_BYTES = 8;
/** What 6.2 adds to the length of an embstr. */
const EMBSTR_EXTRA_BYTES = 2;

/** `samples` bounds the elements looked at in a collection, 0 means all. */
export function oldObjectBytes(object: RedisObject, samples: number): number {
  switch (object.type) {
    case TYPE_STRING:
      return OBJECT_BYTES + oldStringBytes(object);
    case TYPE_HASH:
      if (isPacked(object)) return OBJECT_BYTES + packedOf(object).totalBytes;
      return oldTableBytes(tableOf(object), samples, ({ length }) => oldSdsBytes(length));
    case TYPE_SET:
      if (isIntset(object)) return OBJECT_BYTES + intsetOf(object).totalBytes;
      return oldTableBytes(setTableOf(object), samples, () => 0);
    case TYPE_ZSET:
      return kindOf(object).bytes(object, samples) + (isPackedZset(object) ? 0 : OLD_DICT_BYTES - DICT_BYTES);
    case TYPE_STREAM:
      return kindOf(object).bytes(object, samples) - NEW_STREAM_BYTES - NEW_GROUP_BYTES * groupCount(object);
    default:
      return kindOf(object).bytes(object, samples);
  }
}

/** What an sds of this length takes that was never changed. */
export function oldSdsBytes(length: number): number {
  return oldSizeClass(newSdsBytes(length));
}

function oldStringBytes(object: RedisObject): number {
  if (object.encoding === ENCODING_EMBSTR) return stringLength(object) + EMBSTR_EXTRA_BYTES;
  if (object.encoding !== ENCODING_RAW) return 0;
  const { length, allocationBytes } = object.value as Sds;
  // A string that never grew has the slot for its length. One that grew has far more than it needs, and there the
  // classes are the same.
  const isNew = allocationBytes === sizeClass(newSdsBytes(length));
  return isNew ? oldSdsBytes(length) : allocationBytes;
}

function oldTableBytes<V>(table: Dict<V>, samples: number, valueBytes: (value: V) => number): number {
  const bytes = tableBytes(
    table,
    samples,
    ({ keyLength, value }) => oldSdsBytes(keyLength) + valueBytes(value),
  );
  return bytes + OLD_DICT_BYTES - DICT_BYTES;
}

function groupCount(object: RedisObject): number {
  return (object.value as Stream).groups?.size ?? 0;
}

function oldSizeClass(sizeBytes: number): number {
  return sizeBytes <= FINE_CLASSES_BYTES ? Math.ceil(sizeBytes / 8) * 8 : sizeClass(sizeBytes);
}
