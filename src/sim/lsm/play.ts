/** A small store that somebody tries out action by action, and a larger one beside an engine. */
import { Random } from '../../engine/index.ts';
import {
  LSM_LIMITS,
  type LsmAction,
  type LsmComparison,
  type LsmCosts,
  type LsmHappening,
  type LsmView,
} from '../../protocol/lsm.ts';
import { Chance } from '../load/chance.ts';
import { RedisServer, textOf } from '../load/redis-server.ts';
import { Simulation } from '../load/simulation.ts';
import { Disk } from './disk.ts';
import { type LsmOptions, LsmStore, type ReadStop } from './store.ts';

/** So small that forty writes fill a memtable. */
const SMALL: Partial<LsmOptions> = {
  memtableBytes: 2000,
  blockBytes: 256,
  fileBytes: 1600,
  level0Files: 4,
  level1Bytes: 6400,
  growth: 4,
  syncEvery: 10,
  isAutomatic: false,
};

export function keyName(number: number): string {
  return `k${String(number).padStart(3, '0')}`;
}

/** How the store looks after these actions, from an empty one on. */
export function playLsm(actions: readonly LsmAction[]): LsmView {
  const draws = new Random(1).stream('lsm play');
  const levels = new Random(1).stream('lsm levels');
  const disk = new Disk();
  let store = new LsmStore(disk, levels, SMALL);
  let last: LsmHappening | null = null;
  let writes = 0;
  const living = new Set<string>();
  for (const action of actions.slice(0, LSM_LIMITS.actions)) {
    switch (action.type) {
      case 'write':
      case 'overwrite':
      case 'delete': {
        const flushed = store.counters.flushedBytes;
        let done = 0;
        let flushes = 0;
        for (let turn = 0; turn < Math.min(action.count, LSM_LIMITS.count); turn++) {
          const key =
            action.type === 'write'
              ? keyName(draws.below(LSM_LIMITS.keys))
              : anyOf(living, (count) => draws.below(count));
          if (key === null) break;
          const files = store.levels[0].length;
          if (action.type === 'delete') {
            store.delete(key);
            living.delete(key);
          } else {
            store.put(key, `value ${++writes}`);
            living.add(key);
          }
          if (store.levels[0].length > files) flushes++;
          done++;
        }
        if (flushed === store.counters.flushedBytes) flushes = 0;
        last = { type: 'written', writes: done, flushes };
        break;
      }
      case 'get': {
        const path: ReadStop[] = [];
        const key = keyName(action.key);
        const value = store.get(key, path);
        last = { type: 'read', key, value, path };
        break;
      }
      case 'flush': {
        const hadSome = store.memtable.length > 0;
        store.flush();
        last = { type: 'flushed', file: hadSome ? store.levels[0][0].name : null };
        break;
      }
      case 'compact': {
        const level = store.nextCompaction() ?? store.levels.findIndex((tables) => tables.length > 0);
        const done = level < 0 ? null : store.compact(level);
        last = done === null ? { type: 'nothing-to-compact' } : { type: 'compacted', ...done };
        break;
      }
      case 'crash': {
        const before = store.scan();
        disk.crash(() => 0);
        const { counters } = store;
        store = new LsmStore(disk, levels, SMALL);
        Object.assign(store.counters, counters);
        const found = new Map(store.scan());
        living.clear();
        for (const key of found.keys()) living.add(key);
        const kept = before.filter(([key, value]) => found.get(key) === value).length;
        last = { type: 'crashed', lost: before.length - kept, recovered: store.recovered };
        break;
      }
    }
  }
  return viewOf(store, last);
}

function viewOf(store: LsmStore, last: LsmHappening | null): LsmView {
  const { disk, memtable, options } = store;
  const entries = [...memtable.entries()];
  return {
    keys: store.scan().length,
    memtable: {
      entries: memtable.length,
      tombstones: entries.filter(([, value]) => value === null).length,
      bytes: memtable.bytes,
      limitBytes: options.memtableBytes,
      firstKey: entries[0]?.[0] ?? null,
      lastKey: entries.at(-1)?.[0] ?? null,
    },
    log: { bytes: disk.sizeOf(store.logName), syncedBytes: disk.syncedOf(store.logName) },
    levels: store.levels.map((tables, level) => ({
      level,
      bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
      limit: level === 0 ? options.level0Files : store.capacityOf(level),
      files: tables.map(({ name, bytes, entries: count, tombstones, firstKey, lastKey }) => ({
        name,
        bytes,
        entries: count,
        tombstones,
        firstKey,
        lastKey,
      })),
    })),
    due: store.nextCompaction(),
    last,
    costs: costsOf(store),
  };
}

function costsOf(store: LsmStore): LsmCosts {
  const { userBytes, logBytes, flushedBytes, compactedBytes, reads, blocksRead, filterSaidNo } =
    store.counters;
  const living = store.scan().reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  const tables = store.levels.flat().reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    userBytes,
    logBytes,
    flushedBytes,
    compactedBytes,
    writeAmplification: userBytes === 0 ? 0 : (logBytes + flushedBytes + compactedBytes) / userBytes,
    spaceAmplification: living === 0 ? 0 : tables / living,
    reads,
    blocksRead,
    filterSaidNo,
    memoryBytes: store.memoryBytes,
    diskBytes: store.disk.totalBytes,
  };
}

const COMPARED = { keys: 2000, writes: 8000, reads: 1000 } as const;

/** 8,000 writes to 2,000 keys of some 100 bytes, and reads of keys that are there and of others. */
export function compareLsm(): LsmComparison {
  const draws = new Random(1).stream('lsm compared');
  const store = new LsmStore(new Disk(), new Random(1).stream('lsm levels'), {
    memtableBytes: 32_768,
    blockBytes: 4096,
    fileBytes: 32_768,
    level1Bytes: 131_072,
    growth: 10,
    syncEvery: 100,
  });
  const simulation = new Simulation();
  const redis = new RedisServer(simulation, new Chance(1), {
    name: 'memory',
    seed: 1,
    commandMs: 0,
    latencyMs: 0,
  });
  const empty = usedMemory(redis);
  for (let write = 0; write < COMPARED.writes; write++) {
    const key = `user:${draws.below(COMPARED.keys)}`;
    const value = `${write} `.padEnd(100, 'x');
    store.put(key, value);
    redis.inside(['SET', key, value]);
  }
  const blocks = (name: () => string): number => {
    const before = store.counters.blocksRead;
    for (let read = 0; read < COMPARED.reads; read++) {
      const key = name();
      if (store.get(key) !== textOf(redis.inside(['GET', key]))) throw new Error(`${key} differs`);
    }
    return (store.counters.blocksRead - before) / COMPARED.reads;
  };
  const blocksPerHit = blocks(() => `user:${draws.below(COMPARED.keys)}`);
  const blocksPerMiss = blocks(() => `user:${draws.below(COMPARED.keys)}x`);
  return {
    ...COMPARED,
    engineMemoryBytes: usedMemory(redis) - empty,
    costs: costsOf(store),
    blocksPerHit,
    blocksPerMiss,
  };
}

function usedMemory(redis: RedisServer): number {
  const found = /used_memory:(\d+)/.exec(textOf(redis.inside(['INFO', 'memory'])) ?? '');
  return found === null ? 0 : Number(found[1]);
}

function anyOf(names: ReadonlySet<string>, below: (n: number) => number): string | null {
  if (names.size === 0) return null;
  const sorted = [...names].sort();
  return sorted[below(sorted.length)];
}
