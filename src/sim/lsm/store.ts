/**
 * A store on a log-structured merge tree, as RocksDB under Pika is one.
 *
 *     write ─▶ log on disk ─▶ memtable ─ full ─▶ a file on level 0 ─ too many ─▶ merged into level 1 ─ too large ─▶ level 2 …
 *     read  ─▶ memtable ─▶ level 0, newest first ─▶ one file of level 1 ─▶ one of level 2 …   until one of them knows the key
 *
 * - Nothing on disk is changed in place. Files of level 0 overlap, because each is one memtable; on every deeper level
 *   the ranges of keys are apart, and a level may hold so many times as much as the one above.
 * - A deletion is a write: a tombstone. It goes when it arrives where nothing older can be below it. With
 *   `dropsTombstonesEarly` it goes at the first merge, and an older version further down comes back.
 * - Which files count is said by MANIFEST, which is replaced in one piece. Files that it does not name are left over from
 *   a crash and go when the store is opened.
 */
import type { RandomStream } from '../../engine/index.ts';
import type { LsmOptions } from '../../protocol/lsm.ts';
import type { Disk } from './disk.ts';
import { Memtable } from './memtable.ts';
import { type Entry, type LoggedRecord, loggedBytes, loggedEntries, loggedRecords } from './records.ts';
import { Table } from './table.ts';

export type { LsmOptions };

export const LSM_OPTIONS: LsmOptions = {
  memtableBytes: 4096,
  blockBytes: 256,
  fileBytes: 4096,
  level0Files: 4,
  level1Bytes: 16_384,
  growth: 4,
  syncEvery: 1,
  isAutomatic: true,
  dropsTombstonesEarly: false,
};

/** One stop on the way of a read. */
export interface ReadStop {
  readonly level: number;
  /** A file; null for the memtable. */
  readonly file: string | null;
  readonly step: 'range' | 'filter' | 'block' | 'memtable';
  readonly outcome: 'missing' | 'found' | 'deleted';
}

export interface Compaction {
  readonly fromLevel: number;
  readonly toLevel: number;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly entriesIn: number;
  readonly entriesOut: number;
  /** Old versions and tombstones that went. */
  readonly overwritten: number;
  readonly tombstonesDropped: number;
}

export interface LsmCounters {
  /** Keys and values as they were given. */
  userBytes: number;
  logBytes: number;
  flushedBytes: number;
  compactedBytes: number;
  reads: number;
  filesAsked: number;
  filterSaidNo: number;
  blocksRead: number;
  compactions: number;
}

const MANIFEST = 'MANIFEST';

export class LsmStore {
  readonly options: LsmOptions;
  readonly disk: Disk;
  readonly counters: LsmCounters = {
    userBytes: 0,
    logBytes: 0,
    flushedBytes: 0,
    compactedBytes: 0,
    reads: 0,
    filesAsked: 0,
    filterSaidNo: 0,
    blocksRead: 0,
    compactions: 0,
  };
  /** Level 0 newest first, deeper levels by key. */
  levels: Table[][] = [[]];
  /** What was found in the log when the store was opened. */
  recovered = 0;
  memtable: Memtable;
  readonly #random: RandomStream;
  #nextFile = 1;
  #log = 'log-0';
  #unsynced = 0;
  /** Where the next compaction of each level goes on. */
  readonly #cursors: string[] = [];

  /** Opens what lies on the disk, or begins anew. */
  constructor(disk: Disk, random: RandomStream, options: Partial<LsmOptions> = {}) {
    this.options = { ...LSM_OPTIONS, ...options };
    this.disk = disk;
    this.#random = random;
    this.memtable = new Memtable(random);
    this.#recover();
  }

  get logName(): string {
    return this.#log;
  }

  put(key: string, value: string): void {
    this.write([{ key, value }]);
  }

  delete(key: string): void {
    this.write([{ key, value: null }]);
  }

  /** Several entries as one record of the log: after a crash all of them are there or none. */
  write(entries: readonly Entry[]): void {
    const bytes = loggedBytes(...entries);
    this.disk.append(this.#log, bytes);
    this.counters.logBytes += bytes.length;
    const { syncEvery } = this.options;
    if (syncEvery > 0 && ++this.#unsynced >= syncEvery) this.sync();
    // Into the memtable last: nobody reads what the log does not have.
    for (const { key, value } of entries) {
      this.counters.userBytes += key.length + (value?.length ?? 0);
      this.memtable.set(key, value);
    }
    if (this.memtable.bytes >= this.options.memtableBytes) this.flush();
  }

  /** Null if it is not there; `path` gets every stop on the way. */
  get(key: string, path: ReadStop[] = []): string | null {
    this.counters.reads++;
    const fresh = this.memtable.get(key);
    path.push({ level: -1, file: null, step: 'memtable', outcome: outcomeOf(fresh) });
    if (fresh !== undefined) return fresh;
    for (const [level, tables] of this.levels.entries()) {
      for (const table of tables) {
        const { step, value } = table.get(key);
        // Deeper levels are sorted: the file is found by its range, and the others are not asked.
        if (step === 'range' && level > 0) continue;
        path.push({ level, file: table.name, step, outcome: outcomeOf(value) });
        if (step !== 'range') this.counters.filesAsked++;
        if (step === 'filter') this.counters.filterSaidNo++;
        if (step === 'block') this.counters.blocksRead++;
        if (value !== undefined) return value;
      }
    }
    return null;
  }

  /** All living keys from one up to another, in order. */
  scan(from = '', to: string | null = null): [string, string][] {
    const newest = new Map<string, string | null>();
    for (const tables of [...this.levels].reverse()) {
      for (const table of [...tables].reverse())
        for (const { key, value } of table.all()) newest.set(key, value);
    }
    for (const [key, value] of this.memtable.entries()) newest.set(key, value);
    return [...newest]
      .flatMap(([key, value]): [string, string][] =>
        value === null || key < from || (to !== null && key >= to) ? [] : [[key, value]],
      )
      .sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** The memtable becomes a file of level 0. */
  flush(): void {
    if (this.memtable.length === 0) return;
    const entries = Array.from(this.memtable.entries(), ([key, value]): Entry => ({ key, value }));
    const name = this.#newName('table');
    const table = Table.write(this.disk, name, entries, this.options.blockBytes);
    this.counters.flushedBytes += table.bytes;
    const oldLog = this.#log;
    this.#log = this.#newName('log');
    this.levels = [[table, ...this.levels[0]], ...this.levels.slice(1)];
    this.#writeManifest();
    this.disk.remove(oldLog);
    this.memtable = new Memtable(this.#random);
    this.#unsynced = 0;
    if (this.options.isAutomatic) this.compactAll();
  }

  sync(): void {
    this.disk.sync(this.#log);
    this.#unsynced = 0;
  }

  /** What the log has, record by record, and which of it a crash leaves. */
  get logged(): readonly (LoggedRecord & { readonly isSynced: boolean })[] {
    const synced = this.disk.syncedOf(this.#log);
    const bytes = this.disk.read(this.#log) ?? new Uint8Array();
    return loggedRecords(bytes).map((record) => ({ ...record, isSynced: record.end <= synced }));
  }

  /** The system writes the next record of the log out by itself, as it does with its page cache. */
  writeBack(): void {
    const next = this.logged.find(({ isSynced }) => !isSynced);
    if (next !== undefined) this.disk.writeBack(this.#log, next.end);
  }

  /** What it knows that is not on its disk, and decides about what it does later. */
  get memory(): readonly (string | number)[] {
    return [this.#unsynced, ...Array.from(this.#cursors, (cursor) => cursor ?? '')];
  }

  /** The same store on a disk of its own. */
  copy(random: RandomStream): LsmStore {
    const store = new LsmStore(this.disk.copy(), random, this.options);
    store.#unsynced = this.#unsynced;
    for (const [level, cursor] of this.#cursors.entries()) store.#cursors[level] = cursor;
    return store;
  }

  /** The level that is to be merged into the next; null if all are small enough. */
  nextCompaction(): number | null {
    if (this.levels[0].length >= this.options.level0Files) return 0;
    for (let level = 1; level < this.levels.length; level++) {
      const size = this.levels[level].reduce((sum, { bytes }) => sum + bytes, 0);
      if (size > this.capacityOf(level)) return level;
    }
    return null;
  }

  capacityOf(level: number): number {
    return this.options.level1Bytes * this.options.growth ** (level - 1);
  }

  compactAll(): void {
    for (let level = this.nextCompaction(); level !== null; level = this.nextCompaction())
      this.compact(level);
  }

  /** Merges all of level 0, or one file of a deeper level, with what it meets on the level below. */
  compact(level: number): Compaction | null {
    const tables = this.levels[level] ?? [];
    if (tables.length === 0) return null;
    const upper = level === 0 ? tables : [this.#nextOf(level, tables)];
    const firstKey = lowest(upper.map((table) => table.firstKey));
    const lastKey = highest(upper.map((table) => table.lastKey));
    const below = this.levels[level + 1] ?? [];
    const lower = below.filter((table) => table.meets(firstKey, lastKey));
    // Older ones first: what comes later wins.
    const newest = new Map<string, string | null>();
    let entriesIn = 0;
    for (const table of [...lower, ...[...upper].reverse()]) {
      for (const { key, value } of table.all()) {
        newest.set(key, value);
        entriesIn++;
      }
    }
    const deeper = this.levels.slice(level + 2).flat();
    const merged = [...newest]
      .map(([key, value]): Entry => ({ key, value }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    const kept = merged.filter(
      ({ key, value }) =>
        value !== null ||
        (!this.options.dropsTombstonesEarly && deeper.some((table) => table.meets(key, key))),
    );
    const outputs = this.#cut(kept).map((entries) => {
      const table = Table.write(this.disk, this.#newName('table'), entries, this.options.blockBytes);
      this.counters.compactedBytes += table.bytes;
      return table;
    });
    const next = this.levels.map((each) => [...each]);
    next[level] = tables.filter((table) => !upper.includes(table));
    next[level + 1] = [...below.filter((table) => !lower.includes(table)), ...outputs].sort((a, b) =>
      a.firstKey < b.firstKey ? -1 : 1,
    );
    this.levels = next;
    this.#writeManifest();
    const inputs = [...upper, ...lower].map(({ name }) => name);
    for (const name of inputs) this.disk.remove(name);
    this.counters.compactions++;
    return {
      fromLevel: level,
      toLevel: level + 1,
      inputs,
      outputs: outputs.map(({ name }) => name),
      entriesIn,
      entriesOut: kept.length,
      overwritten: entriesIn - merged.length,
      tombstonesDropped: merged.length - kept.length,
    };
  }

  /** Bytes that the store has in memory. */
  get memoryBytes(): number {
    return this.memtable.bytes + this.levels.flat().reduce((sum, table) => sum + table.memoryBytes, 0);
  }

  /** Takes turns through the keys of a level, so that no part of it is merged more often than others. */
  #nextOf(level: number, tables: readonly Table[]): Table {
    const cursor = this.#cursors[level] ?? '';
    const table = tables.find(({ firstKey }) => firstKey > cursor) ?? tables[0];
    this.#cursors[level] = table.lastKey;
    return table;
  }

  #cut(entries: readonly Entry[]): Entry[][] {
    const files: Entry[][] = [];
    let size = Number.POSITIVE_INFINITY;
    for (const entry of entries) {
      if (size >= this.options.fileBytes) {
        files.push([]);
        size = 0;
      }
      files[files.length - 1].push(entry);
      size += entry.key.length + (entry.value?.length ?? 0) + 6;
    }
    return files;
  }

  #newName(kind: string): string {
    return `${kind}-${this.#nextFile++}`;
  }

  #writeManifest(): void {
    const lines = [
      `${this.#nextFile} ${this.#log}`,
      ...this.levels.map((tables) => tables.map(({ name }) => name).join(' ')),
    ];
    const text = lines.join('\n');
    this.disk.append(`${MANIFEST}.new`, loggedBytes({ key: MANIFEST, value: text }));
    this.disk.sync(`${MANIFEST}.new`);
    this.disk.rename(`${MANIFEST}.new`, MANIFEST);
  }

  #recover(): void {
    const { disk } = this;
    const manifest = disk.read(MANIFEST);
    if (manifest !== null) {
      const [head, ...levels] = loggedEntries(manifest).entries[0].value!.split('\n');
      const [nextFile, log] = head.split(' ');
      this.#nextFile = Number(nextFile);
      this.#log = log;
      this.levels = levels.map((names) =>
        names === '' ? [] : names.split(' ').map((name) => new Table(disk, name)),
      );
    }
    const named = new Set([MANIFEST, this.#log, ...this.levels.flat().map(({ name }) => name)]);
    for (const name of disk.names) if (!named.has(name)) disk.remove(name);
    const logged = disk.read(this.#log);
    if (logged === null) return;
    const { entries, goodBytes } = loggedEntries(logged);
    for (const { key, value } of entries) this.memtable.set(key, value);
    this.recovered = entries.length;
    if (goodBytes === logged.length) return;
    // New records must not stand behind a torn one.
    const log = `${this.#log}.new`;
    disk.append(log, logged.subarray(0, goodBytes));
    disk.sync(log);
    disk.rename(log, this.#log);
  }
}

function outcomeOf(value: string | null | undefined): ReadStop['outcome'] {
  if (value === undefined) return 'missing';
  return value === null ? 'deleted' : 'found';
}

function lowest(keys: readonly string[]): string {
  return keys.reduce((low, key) => (key < low ? key : low));
}

function highest(keys: readonly string[]): string {
  return keys.reduce((high, key) => (key > high ? key : high));
}
