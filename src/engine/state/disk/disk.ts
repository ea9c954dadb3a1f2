/**
 * The disk below a server: files as bytes, with the page cache in between. Readers of the file see written data at
 * once, but it stays in memory until an fsync, and a power failure loses it.
 *
 *     bytes    ████████████████░░░░░░░
 *              |              |      |
 *              0        syncedBytes  length
 *
 * Files of a Redis server only grow at their end or are cut there, so one offset says which bytes are safe. Names are
 * safer than bytes: creating, renaming and deleting are journalled and survive immediately, which is the purpose of an
 * fsync of the directory. Left alone, the kernel writes a page back when it has been dirty for thirty seconds
 * (`dirty_expire_centisecs`); appendfsync no can rely on nothing else.
 *
 * The disk outlives the server: the engine keeps it over crashes and restarts.
 */
import type { CrashLoss, DiskContent } from '../../../protocol/session.ts';
import type { RandomStream } from '../../base/random.ts';

/** After this time the kernel writes a dirty page back without being asked. */
export const WRITE_BACK_MS = 30_000;

const MIN_CAPACITY = 256;

/** The disk refused something. The texts are those of strerror. */
export class DiskFailure {
  readonly text: string;
  /** Which file it was about, where that is not plain. */
  readonly path: string | null;

  constructor(text: string, path: string | null = null) {
    this.text = text;
    this.path = path;
  }
}

/** Where the bytes of one file are. What fails throws a DiskFailure and has changed nothing. */
export interface FileStore {
  readonly length: number;
  /** May be a view: copy before the file is written to again. */
  read(from: number, to: number): Uint8Array;
  /** Opens it for writing: a file that cannot be written to is better found out now. */
  openToAppend(): void;
  append(bytes: Uint8Array): void;
  truncate(length: number): void;
  /** fsync: returns when the bytes are safe. */
  sync(): void;
  /** fsync by another thread. An error that it meets is thrown by the next append. */
  syncInBackground(): void;
}

/**
 * A real disk below the virtual one, for an engine behind a port. Each call is done when it returns, in the order of
 * the calls, so the server's promises hold when its process is killed.
 */
export interface RealDisk {
  /** Whether a file of this name is kept there; all are unless this says otherwise. The others are in memory. */
  owns?(path: string): boolean;
  /** Null if there is no such file; a DiskFailure if it cannot be opened. */
  find(path: string): FileStore | null;
  /** Whether the file found before is still the one that has this name. */
  isCurrent(path: string, store: FileStore): boolean;
  create(path: string): FileStore;
  /** Takes the new name atomically and durably. */
  rename(from: string, to: string): void;
  delete(path: string): void;
  /** Relative paths begin here from now on. Gives the whole path. */
  changeFolder(path: string): string;
}

/** A file of a disk that exists in memory only. */
class MemoryStore implements FileStore {
  #bytes = new Uint8Array(MIN_CAPACITY);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  read(from: number, to: number): Uint8Array {
    return this.#bytes.subarray(from, Math.min(to, this.#length));
  }

  append(bytes: Uint8Array): void {
    const end = this.#length + bytes.length;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length = end;
  }

  truncate(length: number): void {
    this.#length = Math.min(this.#length, length);
  }

  openToAppend(): void {}

  sync(): void {}

  syncInBackground(): void {}
}

export class DiskFile {
  readonly store: FileStore;
  #syncedBytes = 0;
  /** Where the file ended after each write: how much the kernel must write back, and when. */
  readonly #dirty: { endBytes: number; atMs: number }[] = [];
  readonly createdAtMs: number;
  modifiedAtMs: number;

  constructor(nowMs: number, store: FileStore = new MemoryStore()) {
    this.createdAtMs = nowMs;
    this.modifiedAtMs = nowMs;
    this.store = store;
    this.#syncedBytes = store.length;
  }

  get length(): number {
    return this.store.length;
  }

  /** How many bytes survive a power failure, as far as the engine knows from the kernel. */
  get syncedBytes(): number {
    return this.#syncedBytes;
  }

  /** The bytes that a reader of the file sees. A view: copy it before the next write. */
  view(from = 0, to = this.length): Uint8Array {
    return this.store.read(from, to);
  }

  append(bytes: Uint8Array, nowMs: number): void {
    this.store.append(bytes);
    this.modifiedAtMs = nowMs;
    this.writeBack(nowMs);
    const last = this.#dirty[this.#dirty.length - 1];
    if (last !== undefined && last.atMs === nowMs) last.endBytes = this.length;
    else this.#dirty.push({ endBytes: this.length, atMs: nowMs });
  }

  /** fsync up to an offset: data written while a background thread syncs may have to wait. */
  sync(endBytes = this.length): void {
    if (this.#syncedBytes < this.length) this.store.sync();
    this.#noteSynced(endBytes);
  }

  /** The same by another thread: nothing waits for a real disk. */
  syncInBackground(endBytes = this.length): void {
    if (this.#syncedBytes < this.length) this.store.syncInBackground();
    this.#noteSynced(endBytes);
  }

  #noteSynced(endBytes: number): void {
    this.#syncedBytes = Math.max(this.#syncedBytes, Math.min(endBytes, this.length));
    while (this.#dirty.length > 0 && this.#dirty[0].endBytes <= this.#syncedBytes) this.#dirty.shift();
  }

  truncate(length: number, nowMs: number): void {
    this.store.truncate(length);
    this.#syncedBytes = Math.min(this.#syncedBytes, this.length);
    this.modifiedAtMs = nowMs;
    for (const mark of this.#dirty) mark.endBytes = Math.min(mark.endBytes, this.length);
    this.#noteSynced(this.#syncedBytes);
  }

  /** What the kernel has written back on its own so far. */
  writeBack(nowMs: number): void {
    while (this.#dirty.length > 0 && this.#dirty[0].atMs + WRITE_BACK_MS <= nowMs) {
      this.#syncedBytes = Math.max(this.#syncedBytes, this.#dirty[0].endBytes);
      this.#dirty.shift();
    }
  }

  /** Drops the bytes that a crash loses and returns their number. The remaining bytes are safe on the disk. */
  crash(loss: CrashLoss, chance: RandomStream): number {
    // The page cache belongs to the kernel: dirty bytes stay dirty.
    if (loss === 'nothing') return 0;
    const unsynced = this.length - this.#syncedBytes;
    const kept = loss === 'torn' ? chance.below(unsynced + 1) : 0;
    this.store.truncate(this.#syncedBytes + kept);
    this.#syncedBytes = this.length;
    this.#dirty.length = 0;
    return unsynced - kept;
  }
}

export interface LostBytes {
  readonly path: string;
  readonly lostBytes: number;
}

export class VirtualDisk {
  readonly #files = new Map<string, DiskFile>();
  /** Where the files really are; null when they are in memory. */
  readonly #real: RealDisk | null;
  /** A disk made to fail: every write finds it full. */
  isFull = false;
  /** How long a fsync takes. A slow disk shows why everysec may lose two seconds. */
  fsyncMs = 0;

  constructor(real: RealDisk | null = null) {
    this.#real = real;
  }

  /** By name. On a real disk only the files requested so far. */
  paths(): string[] {
    return [...this.#files.keys()].sort();
  }

  find(path: string): DiskFile | null {
    const known = this.#files.get(path);
    const real = this.#realFor(path);
    if (real === null) return known ?? null;
    // Other programs can change a real folder: the name may now belong to another file.
    if (known !== undefined && real.isCurrent(path, known.store)) return known;
    const store = real.find(path);
    if (store === null) {
      this.#files.delete(path);
      return null;
    }
    const file = new DiskFile(0, store);
    this.#files.set(path, file);
    return file;
  }

  /** Opens a file to append to, and makes it if it is not there. */
  open(path: string, nowMs: number): DiskFile {
    const file = this.find(path) ?? this.create(path, nowMs);
    file.store.openToAppend();
    return file;
  }

  /** A new, empty file that replaces any file of that name. */
  create(path: string, nowMs: number): DiskFile {
    this.#requireRoom();
    const file = new DiskFile(nowMs, this.#realFor(path)?.create(path));
    this.#files.set(path, file);
    return file;
  }

  append(file: DiskFile, bytes: Uint8Array, nowMs: number): void {
    this.#requireRoom();
    file.append(bytes, nowMs);
  }

  /** A whole file, written and fsynced. Where that fails, nothing of it is left. */
  write(path: string, bytes: Uint8Array, nowMs: number): DiskFile {
    const file = this.create(path, nowMs);
    try {
      this.append(file, bytes, nowMs);
      file.sync();
    } catch (problem) {
      this.delete(path);
      throw problem;
    }
    return file;
  }

  /** Replaces any file of the new name atomically. */
  rename(from: string, to: string): void {
    const file = this.#files.get(from);
    if (file === undefined) throw new DiskFailure('No such file or directory');
    this.#realFor(from)?.rename(from, to);
    this.#files.delete(from);
    this.#files.set(to, file);
  }

  delete(path: string): boolean {
    this.#realFor(path)?.delete(path);
    return this.#files.delete(path);
  }

  /** CONFIG SET dir: gives the name of the folder from now on. A disk in memory has one folder, called anything. */
  changeFolder(path: string): string {
    return this.#real === null ? path : this.#real.changeFolder(path);
  }

  /** The computer stops. Returns the lost bytes by file. */
  crash(loss: CrashLoss, nowMs: number, chance: RandomStream): LostBytes[] {
    const lost: LostBytes[] = [];
    for (const path of this.paths()) {
      const file = this.#files.get(path) as DiskFile;
      file.writeBack(nowMs);
      const lostBytes = file.crash(loss, chance);
      if (lostBytes > 0) lost.push({ path, lostBytes });
    }
    return lost;
  }

  /** All files as they are read now, to be kept elsewhere. */
  contents(): DiskContent[] {
    return this.paths().map((path) => ({ path, bytes: (this.#files.get(path) as DiskFile).view().slice() }));
  }

  #realFor(path: string): RealDisk | null {
    const real = this.#real;
    return real?.owns?.(path) === false ? null : real;
  }

  #requireRoom(): void {
    if (this.isFull) throw new DiskFailure('No space left on device');
  }
}
