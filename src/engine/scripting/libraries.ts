/** Libraries of functions: taken in whole or not at all, and kept as their source. Mirrors functions.c. */

import { splitArguments } from '../../protocol/split-arguments.ts';
import { latin1 } from '../base/bytes.ts';
import type { Library, LibraryFunction } from '../state/scripting.ts';
import type { Server } from '../state/server.ts';

/** Names of libraries and functions. */
export const LIBRARY_NAME = /^[A-Za-z0-9_]+$/;
export const BAD_NAME =
  'Library names can only contain letters, numbers, or underscores(_) and must be at least one character long';

interface Loaded {
  readonly library: Library;
  readonly functions: readonly LibraryFunction[];
}

/** `#!lua name=…` in the first line. */
function readHead(code: Uint8Array): { engine: string; name: string; body: Uint8Array } | string {
  if (code[0] !== 35 || code[1] !== 33) return 'Missing library metadata';
  const end = code.indexOf(10);
  if (end === -1) return 'Invalid library metadata';
  const parts = splitArguments(code.subarray(0, end))?.map((part) => latin1(part));
  if (parts === undefined || parts.length === 0) return 'Invalid library metadata';
  let name: string | null = null;
  for (const part of parts.slice(1)) {
    if (!part.startsWith('name=')) return `Invalid metadata value given: ${part}`;
    if (name !== null) return 'Invalid metadata value, name argument was given multiple times';
    name = part.slice(5);
  }
  if (name === null) return 'Library name was not given';
  return { engine: parts[0].slice(2), name, body: code.subarray(end) };
}

/** Reads and runs a library's code, without keeping it. */
function prepare(server: Server, code: Uint8Array): Loaded | string {
  const head = readHead(code);
  if (typeof head === 'string') return head;
  if (!LIBRARY_NAME.test(head.name)) return BAD_NAME;
  if (head.engine.toLowerCase() !== 'lua') return `Engine '${head.engine}' not found`;
  const { machine } = server.scripting;
  if (machine === null) return 'The script engine is being loaded';
  const library: Library = { name: head.name, engine: 'LUA', source: code.slice(), functions: new Map() };
  const result = machine.loadLibrary(library, head.body);
  if ('problem' in result) return result.problem;
  return { library, functions: result.functions };
}

/** Adds a library. Returns the error as text if it is refused; then nothing changes. */
export function addLibrary(
  server: Server,
  code: Uint8Array,
  mayReplace: boolean,
): { name: string } | { problem: string } {
  const head = readHead(code);
  if (typeof head !== 'string') {
    const { libraries } = server.scripting;
    const isValid = LIBRARY_NAME.test(head.name) && head.engine.toLowerCase() === 'lua';
    if (isValid && libraries.has(head.name) && !mayReplace) {
      return { problem: `Library '${head.name}' already exists` };
    }
  }
  const loaded = prepare(server, code);
  if (typeof loaded === 'string') return { problem: loaded };
  const { scripting } = server;
  const { library, functions } = loaded;
  for (const { name } of functions) {
    const other = scripting.functions.get(name.toLowerCase());
    if (other !== undefined && other.library.name !== library.name) {
      return { problem: `Function ${name} already exists` };
    }
  }
  removeLibrary(server, library.name);
  keep(server, loaded);
  return { name: library.name };
}

function keep(server: Server, { library, functions }: Loaded): void {
  const { scripting } = server;
  scripting.libraries.set(library.name, library);
  for (const each of functions) {
    library.functions.set(each.name, each);
    scripting.functions.set(each.name.toLowerCase(), each);
  }
}

export function removeLibrary(server: Server, name: string): boolean {
  const { libraries, functions } = server.scripting;
  const library = libraries.get(name);
  if (library === undefined) return false;
  libraries.delete(name);
  for (const each of library.functions.keys()) functions.delete(each.toLowerCase());
  return true;
}

export function clearLibraries(server: Server): void {
  const { scripting } = server;
  scripting.libraries.clear();
  scripting.functions.clear();
  scripting.existingMachine?.resetFunctions();
}

export type RestorePolicy = 'flush' | 'append' | 'replace';

/** Adds several libraries, all or none. Returns the error as text if they are refused. */
export function restoreLibraries(
  server: Server,
  codes: readonly Uint8Array[],
  policy: RestorePolicy,
): string | null {
  const { scripting } = server;
  const incoming: Loaded[] = [];
  for (const code of codes) {
    const loaded = prepare(server, code);
    if (typeof loaded === 'string') return loaded;
    if (incoming.some(({ library }) => library.name === loaded.library.name)) {
      return `Library '${loaded.library.name}' already exists`;
    }
    incoming.push(loaded);
  }
  if (policy === 'flush') {
    scripting.libraries.clear();
    scripting.functions.clear();
  }
  for (const { library } of incoming) {
    if (policy === 'append' && scripting.libraries.has(library.name)) {
      return `Library ${library.name} already exists`;
    }
  }
  const replaced = new Set(incoming.map(({ library }) => library.name));
  for (const { functions } of incoming) {
    for (const { name } of functions) {
      const other = scripting.functions.get(name.toLowerCase());
      if (other !== undefined && !replaced.has(other.library.name)) return `Function ${name} already exists`;
    }
  }
  for (const loaded of incoming) {
    removeLibrary(server, loaded.library.name);
    keep(server, loaded);
  }
  return null;
}

/** The libraries as files keep them. */
export class LibraryFiles {
  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
  }

  *codes(): Generator<Uint8Array, void, void> {
    for (const { source } of this.#server.scripting.libraries.values()) yield source;
  }

  load(code: Uint8Array, mayReplace: boolean): string | null {
    const result = addLibrary(this.#server, code, mayReplace);
    return 'problem' in result ? result.problem : null;
  }

  clear(): void {
    clearLibraries(this.#server);
  }
}
