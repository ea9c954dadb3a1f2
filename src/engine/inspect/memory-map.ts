/** Where the memory goes: the largest keys in their parts, the classes of the heap, and what INFO memory says. */
import type {
  MemoryClassView,
  MemoryKeyRow,
  MemoryMapTarget,
  MemoryMapView,
} from '../../protocol/views-memory-map.ts';
import type { Heap } from '../base/heap.ts';
import { allMemoryFigures } from '../commands/server/memory-figures.ts';
import type { Database } from '../keyspace/database.ts';
import type { Server } from '../state/server.ts';
import { keyParts } from '../types/memory-parts.ts';
import { readBigKeys } from './bigkeys.ts';
import type { ViewKind } from './kind.ts';
import { readLazyFree } from './lazyfree.ts';
import { peek } from './peek.ts';

const MAX_CLASSES = 80;
/** More slabs than these are only counted. */
const MAX_SLABS = 64;
/** Samples per value, as MEMORY USAGE takes by default. */
const MEMORY_SAMPLES = 5;

export const memoryMapView: ViewKind<'memory'> = {
  read: readMemoryMap,
  changedBy: ({ type }) => type.startsWith('lazyfree.'),
};

function readMemoryMap(server: Server, db: Database, { count }: MemoryMapTarget): MemoryMapView {
  const { keys, lookedAt, types, rows } = readBigKeys(server, db, count);
  const figures = allMemoryFigures(server);
  const { nowMs, jobs, waitingJobs, pendingObjects, freedObjects, threshold } = readLazyFree(server, db);
  return {
    kind: 'memory',
    db: db.id,
    keys,
    lookedAt,
    lookedAtBytes: types.reduce((sum, { totalMemoryBytes }) => sum + totalMemoryBytes, 0),
    types,
    rows: rows.flatMap((row): MemoryKeyRow[] => {
      const entry = peek(db.keys, row.keyBytes);
      if (entry === null) return [];
      const { parts, isEstimated } = keyParts(entry, MEMORY_SAMPLES, server.generation);
      return [{ ...row, parts, isEstimated }];
    }),
    figures: {
      usedBytes: figures.usedBytes,
      peakBytes: figures.peakBytes,
      startupBytes: figures.startupBytes,
      overheadBytes: figures.overheadBytes,
      tablesBytes: figures.databases.reduce((sum, one) => sum + one.mainBytes + one.expiresBytes, 0),
      datasetBytes: figures.datasetBytes,
      slabBytes: figures.slabBytes,
      bytesPerKey: figures.bytesPerKey,
      maxBytes: server.config.number('maxmemory'),
    },
    classes: readClasses(server.env.heap),
    past: server.heapHistory.upTo(server.env.heap),
    lazy: { nowMs, jobs, waitingJobs, pendingObjects, freedObjects, threshold },
  };
}

function readClasses(heap: Heap): MemoryClassView[] {
  return heap
    .classes()
    .slice(0, MAX_CLASSES)
    .map((each) => {
      const fills = heap.fills(each.slotBytes);
      return {
        ...each,
        emptySlabs: fills.filter((live) => live === 0).length,
        fills: fills.length > MAX_SLABS ? [] : fills,
      };
    });
}
