/**
 * The disk below a server: files as bytes, and between the two the page cache. What is written is seen by whoever
 * reads the file, but it lies in memory until it is fsynced, and a power failure takes it away.
 *
 *     bytes    ████████████████░░░░░░░
 *              |              |      |
 *              0        syncedBytes  length
 *
 * Files of a Redis server only ever grow at their end or are cut there, so that one offset tells what is safe.
 * Names are safer than bytes here: creating, renaming and deleting are journalled and survive at once, which is
 * what a fsync of the directory is for. Left alone, the kernel writes a page back when it has been dirty for
 * thirty seconds (`dirty_expire_centisecs`); that is all that appendfsync no can count on.
 *
 * The disk outlives the server: the engine keeps it over crashes and restarts.
 */
import type { CrashLoss, DiskContent } from '../../protocol/session.ts';
import type { RandomStream } from '../base/random.ts';

/** After this time the kernel writes a dirty page back without being asked. */
export const WRITE_BACK_MS = 30_000;

const MIN_CAPACITY = 256;

/** No room is left. The texts of the server end with the words of strerror. */
export class DiskFailure {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export class DiskFile {
  #bytes = new Uint8Array(MIN_CAPACITY);
  #length = 0;
  #syncedBytes = 0;
  /** Where the file ended when it was last written to at an instant: what is to be written back, and when. */
  readonly #dirty: { endBytes: number; atMs: number }[] = [];
  readonly createdAtMs: number;
  modifiedAtMs: number;

  constructor(nowMs: number) {
    this.createdAtMs = nowMs;
    this.modifiedAtMs = nowMs;
  }

  get length(): number {
    return this.#length;
  }

  /** How much of it a power failure cannot take away, as far as the kernel has been heard of. */
  get syncedBytes(): number {
    return this.#syncedBytes;
  }

  /** What somebody who reads the file sees. A view: copy before the file is written to again. */
  view(from = 0, to = this.#length): Uint8Array {
    return this.#bytes.subarray(from, Math.min(to, this.#length));
  }

  append(bytes: Uint8Array, nowMs: number): void {
    const end = this.#length + bytes.length;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length = end;
    this.modifiedAtMs = nowMs;
    this.writeBack(nowMs);
    const last = this.#dirty[this.#dirty.length - 1];
    if (last !== undefined && last.atMs === nowMs) last.endBytes = end;
    else this.#dirty.push({ endBytes: end, atMs: nowMs });
  }

  /** fsync up to an offset: what was written while a background thread was syncing may have to wait. */
  sync(endBytes = this.#length): void {
    this.#syncedBytes = Math.max(this.#syncedBytes, Math.min(endBytes, this.#length));
    while (this.#dirty.length > 0 && this.#dirty[0].endBytes <= this.#syncedBytes) this.#dirty.shift();
  }

  truncate(length: number, nowMs: number): void {
    this.#length = Math.min(this.#length, length);
    this.#syncedBytes = Math.min(this.#syncedBytes, this.#length);
    this.modifiedAtMs = nowMs;
    for (const mark of this.#dirty) mark.endBytes = Math.min(mark.endBytes, this.#length);
    this.sync(this.#syncedBytes);
  }

  /** What the kernel has written by itself until now. */
  writeBack(nowMs: number): void {
    while (this.#dirty.length > 0 && this.#dirty[0].atMs + WRITE_BACK_MS <= nowMs) {
      this.#syncedBytes = Math.max(this.#syncedBytes, this.#dirty[0].endBytes);
      this.#dirty.shift();
    }
  }

  /** Loses what a crash takes; gives how many bytes that was. What is left is on the disk for good. */
  crash(loss: CrashLoss, chance: RandomStream): number {
    // The page cache belongs to the kernel: what was dirty still is.
    if (loss === 'nothing') return 0;
    const unsynced = this.#length - this.#syncedBytes;
    const kept = loss === 'torn' ? chance.below(unsynced + 1) : 0;
    this.#length = this.#syncedBytes + kept;
    this.#syncedBytes = this.#length;
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
  /** A disk made to fail: whatever is to be written finds no room. */
  isFull = false;
  /** How long a fsync takes. A slow disk shows why everysec may lose two seconds. */
  fsyncMs = 0;

  /** By name. */
  paths(): string[] {
    return [...this.#files.keys()].sort();
  }

  /** In no particular order. */
  files(): IterableIterator<[string, DiskFile]> {
    return this.#files.entries();
  }

  find(path: string): DiskFile | null {
    return this.#files.get(path) ?? null;
  }

  /** Opens a file to append to, and makes it if it is not there. */
  open(path: string, nowMs: number): DiskFile {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    this.#requireRoom();
    const file = new DiskFile(nowMs);
    this.#files.set(path, file);
    return file;
  }

  /** A new, empty file in place of whatever had the name. */
  create(path: string, nowMs: number): DiskFile {
    this.#requireRoom();
    const file = new DiskFile(nowMs);
    this.#files.set(path, file);
    return file;
  }

  append(file: DiskFile, bytes: Uint8Array, nowMs: number): void {
    this.#requireRoom();
    file.append(bytes, nowMs);
  }

  /** A whole file, written and fsynced. */
  write(path: string, bytes: Uint8Array, nowMs: number): DiskFile {
    const file = this.create(path, nowMs);
    this.append(file, bytes, nowMs);
    file.sync();
    return file;
  }

  /** Takes the place of whatever had the new name, at one instant. */
  rename(from: string, to: string): void {
    const file = this.#files.get(from);
    if (file === undefined) throw new DiskFailure('No such file or directory');
    this.#files.delete(from);
    this.#files.set(to, file);
  }

  delete(path: string): boolean {
    return this.#files.delete(path);
  }

  /** The computer stops. Gives what was lost, by file. */
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

  #requireRoom(): void {
    if (this.isFull) throw new DiskFailure('No space left on device');
  }
}
