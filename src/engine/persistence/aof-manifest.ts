/**
 * The manifest of a multi-part append only file: which files there are and in which order to read them.
 *
 *     file appendonly.aof.2.base.rdb seq 2 type b
 *     file appendonly.aof.5.incr.aof seq 5 type i
 *
 * One base (a snapshot), then incremental files with the commands since; files of type h are history that waits for
 * deletion. A new manifest is written under a temporary name and replaces the old one with one rename.
 */

import { splitArguments } from '../../protocol/split-arguments.ts';
import { bytesOf, equalBytes, latin1 } from '../base/bytes.ts';
import type { AofFileEntry, AofManifest } from '../state/disk/persistence.ts';
import type { Server } from '../state/server.ts';

export class ManifestFailure {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const MAX_LINE_BYTES = 1024;

export function emptyManifest(): AofManifest {
  return { base: null, incremental: [], history: [] };
}

/** In 6.2 there is one file in the directory itself. */
export function isMultiPart(server: Server): boolean {
  return server.generation === '7.0';
}

export function aofPath(server: Server, name: string): string {
  return isMultiPart(server) ? `${server.config.text('appenddirname')}/${name}` : name;
}

export function manifestPath(server: Server): string {
  return aofPath(server, `${server.config.text('appendfilename')}.manifest`);
}

export function printManifest({ base, history, incremental }: AofManifest): string {
  const entries = [...(base === null ? [] : [base]), ...history, ...incremental];
  return entries.map(({ name, seq, type }) => `file ${quoted(name)} seq ${seq} type ${type}\n`).join('');
}

function quoted(name: string): string {
  return /^[!#-&(-[\]-~]+$/.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`;
}

/** Throws a ManifestFailure with the words that the server exits with. */
export function parseManifest(bytes: Uint8Array): AofManifest {
  const manifest = emptyManifest();
  const fail = (why: string): never => {
    throw new ManifestFailure(`Reading the manifest file: ${why}`);
  };
  if (bytes.length === 0) fail('Found an empty AOF manifest');
  const text = latin1(bytes);
  let lastIncremental = 0;
  for (const line of text.replace(/\n$/, '').split('\n')) {
    if (line.startsWith('#')) continue;
    if (line.length >= MAX_LINE_BYTES) fail('Line too long');
    const words = splitArguments(bytesOf(line.trim()))?.map((word) => latin1(word)) ?? [];
    if (words.length < 6 || words.length % 2 !== 0) fail('Invalid AOF manifest file format');
    const entry = { name: '', seq: 0, type: '' };
    for (let at = 0; at < words.length; at += 2) {
      const value = words[at + 1];
      switch (words[at].toLowerCase()) {
        case 'file':
          if (value.includes('/') || value.includes('\\')) fail("File can't be a path, just a filename");
          entry.name = value;
          break;
        case 'seq':
          entry.seq = Number.parseInt(value, 10) || 0;
          break;
        case 'type':
          entry.type = value[0] ?? '';
          break;
        // Other words come from a later version.
      }
    }
    if (entry.name === '' || entry.seq === 0 || entry.type === '') fail('Invalid AOF manifest file format');
    switch (entry.type) {
      case 'b':
        if (manifest.base !== null) fail('Found duplicate base file information');
        manifest.base = entry as AofFileEntry;
        break;
      case 'h':
        manifest.history.push(entry as AofFileEntry);
        break;
      case 'i':
        if (entry.seq <= lastIncremental) fail('Found a non-monotonic sequence number');
        lastIncremental = entry.seq;
        manifest.incremental.push(entry as AofFileEntry);
        break;
      default:
        fail('Unknown AOF file type');
    }
  }
  return manifest;
}

/** Whether the file says this already: a server that changes nothing leaves it alone. */
export function isStored(server: Server, manifest: AofManifest): boolean {
  const file = server.disk.find(manifestPath(server));
  return file !== null && equalBytes(file.view(), bytesOf(printManifest(manifest)));
}

/** Writes, syncs and renames: persistAofManifest. Throws a DiskFailure. */
export function storeManifest(server: Server, manifest: AofManifest): void {
  const path = manifestPath(server);
  const temporary = aofPath(server, `temp-${server.config.text('appendfilename')}.manifest`);
  server.disk.write(temporary, bytesOf(printManifest(manifest)), server.nowMs);
  try {
    server.disk.rename(temporary, path);
  } catch (problem) {
    server.disk.delete(temporary);
    throw problem;
  }
}

/** A base with the next number; the one before becomes history. */
export function addBase(server: Server, manifest: AofManifest): AofFileEntry {
  const { base } = manifest;
  const seq = (base?.seq ?? 0) + 1;
  if (base !== null) manifest.history.unshift({ ...base, type: 'h' });
  const form = server.config.flag('aof-use-rdb-preamble') ? 'rdb' : 'aof';
  manifest.base = { name: `${server.config.text('appendfilename')}.${seq}.base.${form}`, seq, type: 'b' };
  return manifest.base;
}

export function addIncremental(server: Server, manifest: AofManifest): AofFileEntry {
  const seq = (manifest.incremental[manifest.incremental.length - 1]?.seq ?? 0) + 1;
  const entry = { name: `${server.config.text('appendfilename')}.${seq}.incr.aof`, seq, type: 'i' } as const;
  manifest.incremental.push(entry);
  return entry;
}

/** After a rewrite: the files that the new base contains become history, all but the last `kept` ones. */
export function retireIncremental(manifest: AofManifest, kept: number): void {
  const retired = manifest.incremental.splice(0, Math.max(0, manifest.incremental.length - kept));
  for (const entry of retired) manifest.history.unshift({ ...entry, type: 'h' });
}

export function copyManifest({ base, incremental, history }: AofManifest): AofManifest {
  return { base, incremental: [...incremental], history: [...history] };
}
