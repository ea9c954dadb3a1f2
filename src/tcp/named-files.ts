/** A server without a folder keeps its files in memory, except for those that it was given: an ACL file, sentinel.conf. */

import { resolve } from 'node:path';
import type { FileStore, RealDisk } from '../engine/process.ts';
import { type FileSystem, FolderDisk } from './folder.ts';

export class NamedFilesDisk implements RealDisk {
  readonly #paths: readonly string[];
  readonly #disk: FolderDisk;

  /** Relative paths begin where the program was started. */
  constructor(paths: readonly string[], files: FileSystem | undefined) {
    this.#paths = paths;
    this.#disk = new FolderDisk(resolve('.'), files);
  }

  /** The files, and those that take their places when they are rewritten. */
  owns(path: string): boolean {
    return this.#paths.some((each) => path.startsWith(each));
  }

  find(path: string): FileStore | null {
    return this.#disk.find(path);
  }

  isCurrent(path: string, store: FileStore): boolean {
    return this.#disk.isCurrent(path, store);
  }

  create(path: string): FileStore {
    return this.#disk.create(path);
  }

  rename(from: string, to: string): void {
    this.#disk.rename(from, to);
  }

  delete(path: string): void {
    this.#disk.delete(path);
  }

  /** The other files have no folder. */
  changeFolder(path: string): string {
    return path;
  }

  close(): void {
    this.#disk.close();
  }
}
