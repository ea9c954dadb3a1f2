/** Which keys are big, as redis-cli --bigkeys and --memkeys would find. */
import type { BigKeyRow, BigKeysView, BigKeyType } from '../../protocol/views.ts';
import { repr } from '../base/bytes.ts';
import type { Database } from '../keyspace/database.ts';
import type { Server } from '../state/server.ts';
import type { DictEntry } from '../structures/dict.ts';
import { freeEffort } from '../types/free-effort.ts';
import { hashLength } from '../types/hash.ts';
import { quicklistOf } from '../types/list.ts';
import { memoryUsage } from '../types/memory.ts';
import {
  ENCODING_NAMES,
  type RedisObject,
  TYPE_HASH,
  TYPE_LIST,
  TYPE_NAMES,
  TYPE_SET,
  TYPE_STREAM,
  TYPE_STRING,
  TYPE_ZSET,
} from '../types/object.ts';
import { setSize } from '../types/set.ts';
import { streamOf } from '../types/stream-kind.ts';
import { stringLength } from '../types/string.ts';
import { zsetSize } from '../types/zset.ts';
import type { ViewKind } from './kind.ts';

const MAX_LOOKED_AT = 10_000;
const MAX_ROWS = 100;
/** Samples per value, as MEMORY USAGE takes by default. */
const MEMORY_SAMPLES = 5;

interface Tally {
  keys: number;
  totalSize: number;
  totalMemoryBytes: number;
  biggest: DictEntry<RedisObject>;
  biggestSize: number;
}

export const bigKeysView: ViewKind<'bigkeys'> = {
  read: (server, db, { count }) => readBigKeys(server, db, count),
};

export function readBigKeys(server: Server, db: Database, count: number): BigKeysView {
  const tallies = new Map<number, Tally>();
  const found: { entry: DictEntry<RedisObject>; memoryBytes: number }[] = [];
  const wanted = Math.max(0, Math.min(Math.floor(count), MAX_ROWS));
  let totalKeyBytes = 0;
  let lookedAt = 0;
  for (const { buckets } of db.keys.tables) {
    for (let entry of buckets) {
      for (; entry !== null && lookedAt < MAX_LOOKED_AT; entry = entry.next) {
        lookedAt++;
        totalKeyBytes += entry.keyLength;
        const memoryBytes = memoryUsage(entry, MEMORY_SAMPLES, server.generation);
        countIn(tallies, entry, memoryBytes);
        found.push({ entry, memoryBytes });
      }
    }
  }
  found.sort((a, b) => b.memoryBytes - a.memoryBytes);
  return {
    kind: 'bigkeys',
    db: db.id,
    keys: db.keys.size,
    lookedAt,
    totalKeyBytes,
    types: [...tallies].sort(([a], [b]) => a - b).map(([type, tally]) => readType(type, tally)),
    rows: found.slice(0, wanted).map(({ entry, memoryBytes }) => readRow(entry, memoryBytes)),
  };
}

function countIn(tallies: Map<number, Tally>, entry: DictEntry<RedisObject>, memoryBytes: number): void {
  const { type } = entry.value;
  const size = sizeOf(entry.value);
  const tally = tallies.get(type);
  if (tally === undefined) {
    const fresh = {
      keys: 1,
      totalSize: size,
      totalMemoryBytes: memoryBytes,
      biggest: entry,
      biggestSize: size,
    };
    tallies.set(type, fresh);
    return;
  }
  tally.keys++;
  tally.totalSize += size;
  tally.totalMemoryBytes += memoryBytes;
  if (size <= tally.biggestSize) return;
  tally.biggest = entry;
  tally.biggestSize = size;
}

/** Bytes of a string, elements of anything else; unknown for module types. */
export function sizeOf(object: RedisObject): number {
  switch (object.type) {
    case TYPE_STRING:
      return stringLength(object);
    case TYPE_LIST:
      return quicklistOf(object).count;
    case TYPE_HASH:
      return hashLength(object);
    case TYPE_SET:
      return setSize(object);
    case TYPE_ZSET:
      return zsetSize(object);
    case TYPE_STREAM:
      return streamOf(object).length;
    default:
      return 0;
  }
}

function readType(type: number, tally: Tally): BigKeyType {
  return {
    type: TYPE_NAMES[type],
    keys: tally.keys,
    totalSize: tally.totalSize,
    totalMemoryBytes: tally.totalMemoryBytes,
    biggestKey: repr(tally.biggest.keyBytes),
    biggestSize: tally.biggestSize,
  };
}

function readRow(entry: DictEntry<RedisObject>, memoryBytes: number): BigKeyRow {
  const { value, keyBytes } = entry;
  return {
    key: repr(keyBytes),
    keyBytes,
    type: TYPE_NAMES[value.type],
    encoding: ENCODING_NAMES[value.encoding],
    size: sizeOf(value),
    memoryBytes,
    effort: freeEffort(value),
  };
}
