/** The keys of a server with their values as texts, read past all that a command would be refused for. */
import { latin1 } from '../base/bytes.ts';
import type { Server } from '../state/server.ts';
import { TYPE_NAMES, TYPE_STRING } from '../types/object.ts';
import { stringBytes } from '../types/string.ts';

export interface PlainEntry {
  readonly name: string;
  /** Of other types than strings: the type. */
  readonly value: string;
  readonly expireAtMs: number | null;
}

export function plainEntries({ keyspace }: Server): PlainEntry[] {
  const [db] = keyspace.databases;
  const entries = [...db.keys.entries()].map(({ keyBytes, value }): PlainEntry => {
    const expires = db.expires.size === 0 ? null : db.expires.find(keyBytes);
    return {
      name: latin1(keyBytes),
      value: value.type === TYPE_STRING ? latin1(stringBytes(value)) : `(${TYPE_NAMES[value.type]})`,
      expireAtMs: expires === null ? null : Number(expires.value),
    };
  });
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}
