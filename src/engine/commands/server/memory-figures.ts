/**
 * What memory is used for, as INFO memory, MEMORY STATS and MEMORY DOCTOR report it (getMemoryOverheadData of
 * object.c). Overhead is what the keys cost beside themselves: tables, entries and objects; the data set is the rest.
 * Slabs of the heap count as resident.
 */
import { clientMemory } from '../../state/client/line.ts';
import type { Server } from '../../state/server.ts';
import { DICT_BUCKET_BYTES, DICT_ENTRY_BYTES } from '../../structures/dict.ts';
import { OBJECT_BYTES } from '../../types/object.ts';

export interface DatabaseOverhead {
  readonly db: number;
  /** Entries, buckets and objects of the main dict. */
  readonly mainBytes: number;
  /** Entries and buckets of the expires dict; the keys are the main dict's. */
  readonly expiresBytes: number;
}

export interface AllMemoryFigures {
  readonly usedBytes: number;
  readonly peakBytes: number;
  /** Memory of a server without keys. */
  readonly startupBytes: number;
  readonly overheadBytes: number;
  readonly datasetBytes: number;
  readonly datasetPercent: number;
  readonly keys: number;
  readonly bytesPerKey: number;
  readonly peakPercent: number;
  /** Databases that have keys. */
  readonly databases: readonly DatabaseOverhead[];
  /** Slabs that the allocator took from the system. */
  readonly slabBytes: number;
  /** Buffers of clients; they do not lie on the heap. */
  readonly clientBytes: number;
  readonly scriptBytes: number;
  readonly functionBytes: number;
  readonly aofBufferBytes: number;
}

export function allMemoryFigures(server: Server): AllMemoryFigures {
  const { usedBytes, peakBytes, slabBytes } = server.env.heap;
  const { startupBytes } = server;
  const databases: DatabaseOverhead[] = [];
  let keys = 0;
  let overheadBytes = startupBytes;
  for (const { id, keys: main, expires } of server.keyspace.databases) {
    if (main.size === 0) continue;
    keys += main.size;
    const mainBytes = main.size * (DICT_ENTRY_BYTES + OBJECT_BYTES) + slotsOf(main) * DICT_BUCKET_BYTES;
    const expiresBytes = expires.size * DICT_ENTRY_BYTES + slotsOf(expires) * DICT_BUCKET_BYTES;
    overheadBytes += mainBytes + expiresBytes;
    databases.push({ db: id, mainBytes, expiresBytes });
  }
  let clientBytes = 0;
  for (const client of server.clients.values()) clientBytes += clientMemory(server, client, []).totalBytes;
  const netBytes = usedBytes > startupBytes ? usedBytes - startupBytes : 1;
  const datasetBytes = Math.max(0, usedBytes - overheadBytes);
  return {
    usedBytes,
    peakBytes,
    startupBytes,
    overheadBytes,
    datasetBytes,
    datasetPercent: (datasetBytes * 100) / netBytes,
    keys,
    bytesPerKey: keys === 0 ? 0 : Math.floor(netBytes / keys),
    peakPercent: peakBytes === 0 ? 0 : (usedBytes * 100) / peakBytes,
    databases,
    slabBytes,
    clientBytes,
    scriptBytes: server.scripting.scriptCacheBytes,
    functionBytes: server.scripting.functionCacheBytes,
    aofBufferBytes: server.persistence.aof.bufferBytes,
  };
}

function slotsOf({ tables }: { readonly tables: readonly { readonly size: number }[] }): number {
  return tables[0].size + tables[1].size;
}

export function ratioOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
