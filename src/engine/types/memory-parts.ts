/**
 * What the bytes of a key are for. The parts add up to the result of MEMORY USAGE, because they come from the same sum:
 * the fixed parts are known, and the rest is the stored data.
 *
 * Worked example: SET k hello in 7.0 takes 64 bytes. 24 are the entry of the dictionary; of the 8 of the key's slot 3
 * are used and 5 are left; of the 32 of the value 16 are the object, 4 header and NUL of its string, 5 the string, and 7
 * are left. So the slack is 12.
 */

import type { Generation } from '../../protocol/session.ts';
import type { MemoryPart, MemoryPartName } from '../../protocol/views-memory-map.ts';
import { DICT_BUCKET_BYTES, DICT_BYTES, DICT_ENTRY_BYTES, type DictEntry } from '../structures/dict.ts';
import { INTSET_HEADER_BYTES } from '../structures/intset.ts';
import { LISTPACK_HEADER_BYTES } from '../structures/listpack.ts';
import type { PackedList } from '../structures/packed-list.ts';
import { QUICKLIST_BYTES } from '../structures/quicklist.ts';
import { newSdsBytes, type Sds } from '../structures/sds.ts';
import { SKIPLIST_BYTES } from '../structures/skiplist.ts';
import { ZIPLIST_HEADER_BYTES } from '../structures/ziplist.ts';
import * as hash from './hash.ts';
import { quicklistOf } from './list.ts';
import { memoryUsage } from './memory.ts';
import { oldSdsBytes } from './memory-62.ts';
import {
  ENCODING_EMBSTR,
  ENCODING_INT,
  OBJECT_BYTES,
  type RedisObject,
  TYPE_HASH,
  TYPE_LIST,
  TYPE_SET,
  TYPE_STRING,
  TYPE_ZSET,
} from './object.ts';
import { intsetOf, isIntset, setSize, setTableOf } from './set.ts';
import { stringLength } from './string.ts';
import * as zset from './zset.ts';
import { ZSET_BYTES } from './zset-table.ts';

/** The fixed parts of a value beside its object, and the part that is the rest. */
interface Shape {
  readonly header: number;
  readonly buckets: number;
  /** Known bytes of the stored data; null for all the rest. */
  readonly payload: number | null;
  readonly rest: 'payload' | 'elements';
  /** How many pieces MEMORY USAGE could have looked at. */
  readonly pieces: number;
}

const END_BYTES = 1;

export interface KeyParts {
  readonly memoryBytes: number;
  readonly parts: readonly MemoryPart[];
  readonly isEstimated: boolean;
}

/** `samples` is how many elements MEMORY USAGE looks at. */
export function keyParts(entry: DictEntry<RedisObject>, samples: number, generation: Generation): KeyParts {
  const memoryBytes = memoryUsage(entry, samples, generation);
  const asked = newSdsBytes(entry.keyLength);
  const keyBytes = generation === '6.2' ? oldSdsBytes(entry.keyLength) : entry.key.allocationBytes;
  const inValue = memoryBytes - DICT_ENTRY_BYTES - keyBytes - OBJECT_BYTES;
  const shape = shapeOf(entry.value);
  const header = Math.min(shape.header, inValue);
  const rest = inValue - header - shape.buckets;
  const payload = shape.payload === null ? rest : Math.min(shape.payload, rest);
  const amounts: readonly (readonly [MemoryPartName, number])[] = [
    ['entry', DICT_ENTRY_BYTES],
    ['key', asked],
    ['object', OBJECT_BYTES],
    ['header', header],
    ['buckets', shape.buckets],
    [shape.rest, payload],
    ['slack', keyBytes - asked + rest - payload],
  ];
  return {
    memoryBytes,
    parts: amounts.filter(([, bytes]) => bytes > 0).map(([name, bytes]) => ({ name, bytes })),
    isEstimated: samples > 0 && shape.pieces > samples,
  };
}

function shapeOf(object: RedisObject): Shape {
  const nothing: Shape = { header: 0, buckets: 0, payload: null, rest: 'payload', pieces: 0 };
  switch (object.type) {
    case TYPE_STRING: {
      if (object.encoding === ENCODING_INT) return nothing;
      const embedded = object.encoding === ENCODING_EMBSTR;
      const header = embedded ? 3 : (object.value as Sds).headerBytes().length;
      return { ...nothing, header: header + END_BYTES, payload: stringLength(object) };
    }
    case TYPE_HASH:
      if (hash.isPacked(object)) return packedShape(hash.packedOf(object));
      return tableShape(hash.tableOf(object).slots, hash.hashLength(object), 0);
    case TYPE_SET:
      if (!isIntset(object)) return tableShape(setTableOf(object).slots, setSize(object), 0);
      return {
        ...nothing,
        header: INTSET_HEADER_BYTES,
        payload: intsetOf(object).totalBytes - INTSET_HEADER_BYTES,
      };
    case TYPE_ZSET: {
      if (zset.isPacked(object)) return packedShape(zset.packedOf(object));
      const { dict, skiplist } = zset.tableOf(object);
      const more = ZSET_BYTES + SKIPLIST_BYTES + skiplist.allocationBytesOf(skiplist.header);
      return tableShape(dict.slots, dict.size, more);
    }
    case TYPE_LIST:
      return {
        ...nothing,
        header: QUICKLIST_BYTES,
        rest: 'elements',
        pieces: quicklistOf(object).nodeCount,
      };
    default:
      return nothing;
  }
}

function packedShape(list: PackedList): Shape {
  const start = list.format === 'listpack' ? LISTPACK_HEADER_BYTES : ZIPLIST_HEADER_BYTES;
  const header = start + END_BYTES;
  return { header, buckets: 0, payload: list.totalBytes - header, rest: 'payload', pieces: 0 };
}

function tableShape(slots: number, size: number, more: number): Shape {
  return {
    header: DICT_BYTES + more,
    buckets: slots * DICT_BUCKET_BYTES,
    payload: null,
    rest: 'elements',
    pieces: size,
  };
}
