/**
 * What memory is used for, as INFO memory, MEMORY STATS and MEMORY DOCTOR tell it (getMemoryOverheadData of
 * object.c). Overhead is what the keys cost beside themselves: tables, entries and objects; the data set is the rest.
 */
import { DICT_BUCKET_BYTES, DICT_ENTRY_BYTES } from '../structures/dict.ts';
import { OBJECT_BYTES } from '../types/object.ts';
import type { Server } from './server.ts';

export interface DatabaseOverhead {
  readonly db: number;
  /** Entries, buckets and objects of the main dict. */
  readonly mainBytes: number;
  /** Entries and buckets of the expires dict; the keys are the main dict's. */
  readonly expiresBytes: number;
}

export interface MemoryFigures {
  readonly usedBytes: number;
  readonly peakBytes: number;
  /** What a server without keys takes. */
  readonly startupBytes: number;
  readonly overheadBytes: number;
  readonly datasetBytes: number;
  readonly datasetPercent: number;
  readonly keys: number;
  readonly bytesPerKey: number;
  readonly peakPercent: number;
  /** Databases that have keys. */
  readonly databases: readonly DatabaseOverhead[];
}

/** `otherBytes` is what is kept beside the heap and counted as overhead: buffers of clients, scripts. */
export function memoryFigures(server: Server, otherBytes = 0): MemoryFigures {
  const { usedBytes, peakBytes } = server.env.heap;
  const { startupBytes } = server;
  const databases: DatabaseOverhead[] = [];
  let keys = 0;
  let overheadBytes = startupBytes + otherBytes;
  for (const { id, keys: main, expires } of server.keyspace.databases) {
    if (main.size === 0) continue;
    keys += main.size;
    const mainBytes = main.size * (DICT_ENTRY_BYTES + OBJECT_BYTES) + main.slots * DICT_BUCKET_BYTES;
    const expiresBytes = expires.size * DICT_ENTRY_BYTES + expires.slots * DICT_BUCKET_BYTES;
    overheadBytes += mainBytes + expiresBytes;
    databases.push({ db: id, mainBytes, expiresBytes });
  }
  const totalBytes = usedBytes + otherBytes;
  const netBytes = totalBytes > startupBytes ? totalBytes - startupBytes : 1;
  const datasetBytes = totalBytes - overheadBytes;
  return {
    usedBytes: totalBytes,
    peakBytes: Math.max(peakBytes, totalBytes),
    startupBytes,
    overheadBytes,
    datasetBytes,
    datasetPercent: (datasetBytes * 100) / netBytes,
    keys,
    bytesPerKey: keys === 0 ? 0 : Math.floor(netBytes / keys),
    peakPercent: peakBytes === 0 ? 0 : (totalBytes * 100) / Math.max(peakBytes, totalBytes),
    databases,
  };
}
