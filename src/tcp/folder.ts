/** A real folder behind the engine's disk: read at the start, written to after every step that changed a file. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { DiskFile, VirtualDisk } from '../engine/state/disk.ts';
import type { DiskContent } from '../protocol/session.ts';

/** Larger files are none of ours, or none that a page could hold. */
const MAX_FILE_BYTES = 512 * 1024 * 1024;

/** The files a server would look at: in the folder itself, and in its folders of append only files. */
export function readFolder(folder: string, below = ''): DiskContent[] {
  const here = join(folder, below);
  if (!existsSync(here)) return [];
  return readdirSync(here, { withFileTypes: true }).flatMap((entry): DiskContent[] => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) return below === '' ? readFolder(folder, path) : [];
    if (!/\.(rdb|aof|manifest)$/.test(entry.name)) return [];
    if (statSync(join(folder, path)).size > MAX_FILE_BYTES) return [];
    return [{ path, bytes: new Uint8Array(readFileSync(join(folder, path))) }];
  });
}

interface Written {
  readonly file: DiskFile;
  readonly bytes: number;
}

export class FolderMirror {
  readonly #folder: string;
  readonly #written = new Map<string, Written>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Brings the folder up to date; costs a few comparisons when nothing has changed. */
  update(disk: VirtualDisk): void {
    for (const [path, file] of disk.files()) {
      const known = this.#written.get(path);
      if (known?.file === file && known.bytes === file.length) continue;
      const target = join(this.#folder, path);
      if (known?.file === file && file.length > known.bytes) {
        appendFileSync(target, file.view(known.bytes));
      } else {
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, file.view());
      }
      this.#written.set(path, { file, bytes: file.length });
    }
    for (const path of this.#written.keys()) {
      if (disk.find(path) !== null) continue;
      rmSync(join(this.#folder, path), { force: true });
      this.#written.delete(path);
    }
  }
}
