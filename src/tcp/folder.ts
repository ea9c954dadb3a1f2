/**
 * A real folder as the engine's disk. Every call goes to the file system before it returns: bytes that the engine
 * considers written are in the file, bytes it considers synced are on the disk, and a failure here is a failure there,
 * with the text of strerror. Files are read only when the engine asks for them by name, and no other file is touched.
 */

import * as nodeFiles from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { DiskFailure, type FileStore, type RealDisk } from '../engine/process.ts';

/** The file system calls in use; a test replaces one with a failing one. */
export type FileSystem = Pick<
  typeof nodeFiles,
  | 'closeSync'
  | 'fdatasync'
  | 'fdatasyncSync'
  | 'fstatSync'
  | 'fsyncSync'
  | 'ftruncateSync'
  | 'mkdirSync'
  | 'openSync'
  | 'readSync'
  | 'realpathSync'
  | 'renameSync'
  | 'rmSync'
  | 'statSync'
  | 'writeSync'
>;

const ERROR_TEXTS: Readonly<Record<string, string>> = {
  EACCES: 'Permission denied',
  EBUSY: 'Device or resource busy',
  EDQUOT: 'Disk quota exceeded',
  EFBIG: 'File too large',
  EIO: 'Input/output error',
  EISDIR: 'Is a directory',
  ELOOP: 'Too many levels of symbolic links',
  EMFILE: 'Too many open files',
  ENAMETOOLONG: 'File name too long',
  ENFILE: 'Too many open files in system',
  ENOENT: 'No such file or directory',
  ENOMEM: 'Cannot allocate memory',
  ENOSPC: 'No space left on device',
  ENOTDIR: 'Not a directory',
  ENOTEMPTY: 'Directory not empty',
  EPERM: 'Operation not permitted',
  EROFS: 'Read-only file system',
};

/** The engine's form of a file system error. Any other error is our own fault and is rethrown. */
function failureOf(path: string, problem: unknown): unknown {
  // A file that is longer than any array can be.
  if (problem instanceof RangeError) return new DiskFailure(ERROR_TEXTS.ENOMEM, path);
  const { code, syscall } = problem as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return problem;
  return new DiskFailure(ERROR_TEXTS[code] ?? code, path);
}

function attempt<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (problem) {
    throw failureOf(path, problem);
  }
}

/** One call can read no more than this. */
const MAX_READ_BYTES = 2 ** 30;

/** A file of the folder. It is opened for writing when something is written. */
class FolderFile implements FileStore {
  readonly #files: FileSystem;
  readonly inode: number;
  path: string;
  #length: number;
  #handle: number | null;
  /** More than #length bytes may be in the file: a write that failed could not be taken back. */
  #hasLooseEnd = false;
  #syncsUnderWay = 0;
  #wantsSync = false;
  #syncHasFailed = false;
  #isClosed = false;

  constructor(files: FileSystem, path: string, { ino, size }: nodeFiles.Stats, handle: number | null) {
    this.#files = files;
    this.path = path;
    this.inode = ino;
    this.#length = size;
    this.#handle = handle;
  }

  get length(): number {
    return this.#length;
  }

  read(from: number, to: number): Uint8Array {
    return attempt(this.path, () => {
      const handle = this.#files.openSync(this.path, 'r');
      try {
        const bytes = new Uint8Array(Math.max(0, Math.min(to, this.#length) - from));
        let filled = 0;
        while (filled < bytes.length) {
          const portion = Math.min(bytes.length - filled, MAX_READ_BYTES);
          const read = this.#files.readSync(handle, bytes, filled, portion, from + filled);
          if (read === 0) throw new DiskFailure(ERROR_TEXTS.EIO, this.path);
          filled += read;
        }
        return bytes;
      } finally {
        this.#files.closeSync(handle);
      }
    });
  }

  openToAppend(): void {
    attempt(this.path, () => this.#open());
  }

  append(bytes: Uint8Array): void {
    attempt(this.path, () => {
      const handle = this.#open();
      if (this.#syncHasFailed) {
        this.#files.fdatasyncSync(handle);
        this.#syncHasFailed = false;
      }
      if (this.#hasLooseEnd) this.#cut(handle);
      let written = 0;
      try {
        while (written < bytes.length) {
          written += this.#files.writeSync(
            handle,
            bytes,
            written,
            bytes.length - written,
            this.#length + written,
          );
        }
      } catch (problem) {
        this.#hasLooseEnd = true;
        try {
          this.#cut(handle);
        } catch {
          // It is tried again before the next write.
        }
        throw problem;
      }
      this.#length += bytes.length;
    });
  }

  #cut(handle: number): void {
    this.#files.ftruncateSync(handle, this.#length);
    this.#hasLooseEnd = false;
  }

  truncate(length: number): void {
    if (length >= this.#length) return;
    attempt(this.path, () => {
      this.#files.ftruncateSync(this.#open(), length);
      this.#length = length;
    });
  }

  sync(): void {
    attempt(this.path, () => this.#files.fdatasyncSync(this.#open()));
    this.#syncHasFailed = false;
  }

  syncInBackground(): void {
    // One at a time; the next one syncs the bytes written in between.
    if (this.#syncsUnderWay > 0) {
      this.#wantsSync = true;
      return;
    }
    let handle: number;
    try {
      handle = this.#open();
    } catch {
      this.#syncHasFailed = true;
      return;
    }
    this.#syncsUnderWay++;
    this.#files.fdatasync(handle, (problem) => {
      this.#syncsUnderWay--;
      if (problem !== null) this.#syncHasFailed = true;
      if (this.#isClosed) this.close();
      else if (this.#wantsSync) {
        this.#wantsSync = false;
        this.syncInBackground();
      }
    });
  }

  /** Nothing is written to it any more; a running fsync ends first. */
  close(): void {
    this.#isClosed = true;
    if (this.#handle === null || this.#syncsUnderWay > 0) return;
    this.#files.closeSync(this.#handle);
    this.#handle = null;
  }

  #open(): number {
    this.#handle ??= this.#files.openSync(this.path, 'r+');
    return this.#handle;
  }
}

export class FolderDisk implements RealDisk {
  readonly #files: FileSystem;
  readonly #known = new Map<string, FolderFile>();
  #folder: string;

  /** The folder must exist. Throws a DiskFailure otherwise. */
  constructor(folder: string, files: FileSystem = nodeFiles) {
    this.#files = files;
    this.#folder = '';
    this.#folder = this.changeFolder(folder);
  }

  get folder(): string {
    return this.#folder;
  }

  changeFolder(path: string): string {
    return attempt(path, () => {
      const folder = this.#files.realpathSync(resolve(this.#folder, path));
      if (!this.#files.statSync(folder).isDirectory()) throw new DiskFailure(ERROR_TEXTS.ENOTDIR, path);
      this.#folder = folder;
      return folder;
    });
  }

  find(path: string): FolderFile | null {
    const place = this.#placeOf(path);
    const found = path === '' ? undefined : this.#stat(place);
    if (found === undefined) return null;
    if (found.isDirectory()) throw new DiskFailure(ERROR_TEXTS.EISDIR, place);
    // A file without read permission is detected here, before its absence has consequences.
    attempt(place, () => this.#files.closeSync(this.#files.openSync(place, 'r')));
    return this.#keep(new FolderFile(this.#files, place, found, null));
  }

  isCurrent(path: string, store: FileStore): boolean {
    const place = this.#placeOf(path);
    const file = this.#known.get(place);
    if (file === undefined || file !== store) return false;
    const found = this.#stat(place);
    return found !== undefined && found.ino === file.inode && found.size === file.length;
  }

  create(path: string): FolderFile {
    const place = this.#placeOf(path);
    return attempt(place, () => {
      this.#files.mkdirSync(dirname(place), { recursive: true });
      // Not overwritten: a program that has the old file open keeps it whole.
      this.#files.rmSync(place, { force: true });
      const handle = this.#files.openSync(place, 'wx+');
      return this.#keep(new FolderFile(this.#files, place, this.#files.fstatSync(handle), handle));
    });
  }

  rename(from: string, to: string): void {
    const [source, target] = [this.#placeOf(from), this.#placeOf(to)];
    attempt(target, () => {
      this.#files.mkdirSync(dirname(target), { recursive: true });
      this.#files.renameSync(source, target);
      this.#syncFolder(dirname(target));
      if (dirname(source) !== dirname(target)) this.#syncFolder(dirname(source));
    });
    const file = this.#known.get(source);
    this.#known.delete(source);
    if (file === undefined) return;
    file.path = target;
    this.#keep(file);
  }

  /** A file that cannot be deleted stays: nothing asks for its name any more. */
  delete(path: string): void {
    const place = this.#placeOf(path);
    this.#known.get(place)?.close();
    this.#known.delete(place);
    try {
      this.#files.rmSync(place, { force: true });
    } catch (problem) {
      if (!(failureOf(place, problem) instanceof DiskFailure)) throw problem;
    }
  }

  close(): void {
    for (const file of this.#known.values()) file.close();
    this.#known.clear();
  }

  #placeOf(path: string): string {
    return isAbsolute(path) ? path : resolve(this.#folder, path);
  }

  #stat(place: string): nodeFiles.Stats | undefined {
    return attempt(place, () => this.#files.statSync(place, { throwIfNoEntry: false }));
  }

  #keep(file: FolderFile): FolderFile {
    const before = this.#known.get(file.path);
    if (before !== file) before?.close();
    this.#known.set(file.path, file);
    return file;
  }

  /** A new name is safe when its folder is: fsyncFileDir. Some file systems cannot do that, and need not. */
  #syncFolder(folder: string): void {
    const handle = this.#files.openSync(folder, 'r');
    try {
      this.#files.fsyncSync(handle);
    } catch (problem) {
      const { code } = problem as NodeJS.ErrnoException;
      if (code !== 'EINVAL' && code !== 'EBADF' && code !== 'EPERM') throw problem;
    } finally {
      this.#files.closeSync(handle);
    }
  }
}
