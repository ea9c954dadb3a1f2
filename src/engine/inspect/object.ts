/** A value as it lies in memory, down to the header bytes of a string. */
import type { AllocationView, ObjectValueView, ObjectView, SdsView } from '../../protocol/views-object.ts';
import { repr } from '../base/bytes.ts';
import { addressOf, sizeClass } from '../base/heap.ts';
import type { Database } from '../keyspace/database.ts';
import type { Server } from '../state/server.ts';
import { DICT_ENTRY_BYTES, type DictEntry } from '../structures/dict.ts';
import { newSdsBytes, type Sds } from '../structures/sds.ts';
import { memoryUsage } from '../types/memory.ts';
import {
  ENCODING_EMBSTR,
  ENCODING_INT,
  ENCODING_NAMES,
  OBJECT_BYTES,
  type RedisObject,
  SHARED_REFCOUNT,
  TYPE_NAMES,
  TYPE_STRING,
} from '../types/object.ts';
import { embstrBytes, stringLength, stringSds } from '../types/string.ts';
import { keyNames } from './key-names.ts';
import type { ViewKind } from './kind.ts';
import { standingOf } from './packed.ts';
import { peek } from './peek.ts';
import { isOfBytes } from './step-subjects.ts';

const MAX_BYTES = 512;
/** Samples per value, as MEMORY USAGE takes by default. */
const MEMORY_SAMPLES = 5;

export const objectView: ViewKind<'object'> = {
  read: (server, db, { key }) => readObject(server, db, key),
  turnsTo: [
    'string',
    'bitmap',
    'hyperloglog',
    'hash',
    'list',
    'set',
    'sorted-set',
    'geo',
    'stream',
    'generic',
    'timeseries',
    'bloom',
  ],
  changedBy: (step) => step.type.startsWith('sds.') || isOfBytes(step),
};

function readObject(server: Server, db: Database, key: Uint8Array | null): ObjectView {
  const entry = key === null ? null : peek(db.keys, key);
  return {
    kind: 'object',
    db: db.id,
    generation: server.generation,
    key: key === null ? null : repr(key),
    value: entry === null ? null : readValue(server, entry),
    ...keyNames(db, () => true),
  };
}

function readValue(server: Server, entry: DictEntry<RedisObject>): ObjectValueView {
  const object = entry.value;
  const isString = object.type === TYPE_STRING;
  const isInteger = object.encoding === ENCODING_INT;
  const sds = isString && !isInteger ? stringSds(object) : null;
  const { packedEncoding, elements, limits } = standingOf(server, object);
  return {
    address: object.address,
    type: TYPE_NAMES[object.type],
    typeNumber: object.type,
    encoding: ENCODING_NAMES[object.encoding],
    encodingNumber: object.encoding,
    lru: object.lru,
    refcount: object.refcount,
    isShared: object.refcount === SHARED_REFCOUNT,
    pointer: sds?.address ?? null,
    integer: isInteger ? String(object.value) : null,
    sds: sds === null ? null : readSds(sds),
    size: isString ? stringLength(object) : elements,
    limits,
    packedEncoding,
    allocations: allocationsOf(entry, sds),
    memoryBytes: memoryUsage(entry, MEMORY_SAMPLES, server.generation),
  };
}

function readSds(sds: Sds): SdsView {
  return {
    address: sds.address,
    headerType: sds.headerType,
    header: sds.headerBytes(),
    length: sds.length,
    alloc: sds.alloc,
    bytes: sds.memory(MAX_BYTES),
  };
}

function allocationsOf({ key, value, place }: DictEntry<RedisObject>, sds: Sds | null): AllocationView[] {
  const pieces: Omit<AllocationView, 'slotBytes'>[] = [
    { what: 'entry', address: addressOf(place), askedBytes: DICT_ENTRY_BYTES },
    { what: 'key', address: key.address, askedBytes: newSdsBytes(key.length) },
  ];
  if (value.encoding === ENCODING_EMBSTR) {
    const askedBytes = embstrBytes(stringLength(value));
    pieces.push({ what: 'object-and-sds', address: value.address, askedBytes });
  } else {
    pieces.push({ what: 'object', address: value.address, askedBytes: OBJECT_BYTES });
    if (sds !== null) {
      const askedBytes = sds.headerBytes().length + sds.alloc + 1;
      pieces.push({ what: 'sds', address: sds.address, askedBytes });
    }
  }
  return pieces.map((piece) => ({ ...piece, slotBytes: sizeClass(piece.askedBytes) }));
}
