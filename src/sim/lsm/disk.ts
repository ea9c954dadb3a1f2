/**
 * A disk with files. What is appended lies in the page cache until it is synced; a crash keeps what was synced and, of
 * the rest, as much from the front as happened to be written. Renaming replaces a file in one piece.
 */

export class Crash extends Error {}

interface File {
  bytes: Uint8Array;
  length: number;
  synced: number;
}

export class Disk {
  bytesWritten = 0;
  bytesRead = 0;
  /** Calls that change the disk. */
  calls = 0;
  /** The call before which the machine dies; Infinity for never. */
  crashBefore = Number.POSITIVE_INFINITY;
  readonly #files = new Map<string, File>();

  get names(): readonly string[] {
    return [...this.#files.keys()].sort();
  }

  get totalBytes(): number {
    let total = 0;
    for (const { length } of this.#files.values()) total += length;
    return total;
  }

  sizeOf(name: string): number {
    return this.#files.get(name)?.length ?? 0;
  }

  syncedOf(name: string): number {
    return this.#files.get(name)?.synced ?? 0;
  }

  append(name: string, bytes: Uint8Array): void {
    this.#call();
    const file = this.#files.get(name) ?? { bytes: new Uint8Array(256), length: 0, synced: 0 };
    this.#files.set(name, file);
    if (file.length + bytes.length > file.bytes.length) {
      const larger = new Uint8Array(2 * (file.length + bytes.length));
      larger.set(file.bytes.subarray(0, file.length));
      file.bytes = larger;
    }
    file.bytes.set(bytes, file.length);
    file.length += bytes.length;
    this.bytesWritten += bytes.length;
  }

  sync(name: string): void {
    this.#call();
    const file = this.#files.get(name);
    if (file !== undefined) file.synced = file.length;
  }

  /** The system writes out by itself what lies in its cache, up to some place in the file. */
  writeBack(name: string, upTo: number): void {
    const file = this.#files.get(name);
    if (file !== undefined) file.synced = Math.max(file.synced, Math.min(upTo, file.length));
  }

  rename(from: string, to: string): void {
    this.#call();
    const file = this.#files.get(from);
    if (file === undefined) throw new Error(`there is no file ${from}`);
    this.#files.delete(from);
    this.#files.set(to, file);
  }

  remove(name: string): void {
    this.#call();
    this.#files.delete(name);
  }

  /** Null if there is no such file. */
  read(name: string, from = 0, length = Number.POSITIVE_INFINITY): Uint8Array | null {
    const file = this.#files.get(name);
    if (file === undefined) return null;
    const bytes = file.bytes.slice(from, Math.min(file.length, from + length));
    this.bytesRead += bytes.length;
    return bytes;
  }

  /** Power is lost. `keeps` says how many of so many unsynced bytes are there afterwards. */
  crash(keeps: (unsynced: number) => number): void {
    this.crashBefore = Number.POSITIVE_INFINITY;
    for (const file of this.#files.values()) {
      file.length = file.synced + keeps(file.length - file.synced);
      file.synced = file.length;
    }
  }

  /** The same files on another disk, with what of each is synced. */
  copy(): Disk {
    const disk = new Disk();
    for (const [name, { bytes, length, synced }] of this.#files) {
      disk.#files.set(name, { bytes: bytes.slice(), length, synced });
    }
    return disk;
  }

  #call(): void {
    if (this.calls++ >= this.crashBefore) throw new Crash('the machine died');
  }
}
