/** A string value down to its header bytes. */
import type { SdsView, StringView } from '../../protocol/views.ts';
import { repr } from '../base/bytes.ts';
import type { Database } from '../keyspace/database.ts';
import type { Server } from '../state/server.ts';
import type { Sds } from '../structures/sds.ts';
import { memoryUsage } from '../types/memory.ts';
import { ENCODING_INT, ENCODING_NAMES, TYPE_STRING } from '../types/object.ts';
import { stringSds } from '../types/string.ts';
import { peek } from './peek.ts';

const MAX_BYTES = 512;

export function readString(server: Server, db: Database, key: Uint8Array): StringView | null {
  const entry = peek(db.keys, key);
  if (entry === null || entry.value.type !== TYPE_STRING) return null;
  const object = entry.value;
  const isInteger = object.encoding === ENCODING_INT;
  return {
    kind: 'string',
    db: db.id,
    key: repr(key),
    encoding: ENCODING_NAMES[object.encoding] as StringView['encoding'],
    address: object.address,
    refcount: object.refcount,
    lru: object.lru,
    integer: isInteger ? String(object.value) : null,
    sds: isInteger ? null : readSds(stringSds(object)),
    memoryBytes: memoryUsage(entry, 0, server.generation),
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
