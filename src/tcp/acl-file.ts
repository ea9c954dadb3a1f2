/** A server without a folder keeps its files in memory, except for a configured ACL file. */

import { resolve } from 'node:path';
import type { FileStore, RealDisk } from '../engine/process.ts';
import { type FileSystem, FolderDisk } from './folder.ts';

export class AclFileDisk implements RealDisk {
  readonly #path: string;
  readonly #disk: FolderDisk;

  /** A relative path begins where the program was started. */
  constructor(path: string, files: FileSystem | undefined) {
    this.#path = path;
    this.#disk = new FolderDisk(resolve('.'), files);
  }

  /** The file, and the one that takes its place when users are saved. */
  owns(path: string): boolean {
    return path.startsWith(this.#path);
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
