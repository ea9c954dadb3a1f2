/** Propagating other words than the client sent, to the append only file and to replicas. */
import { bytesOf } from '../base/bytes.ts';
import type { Database } from '../keyspace/database.ts';
import type { Server } from '../state/server.ts';

type Word = string | Uint8Array;

/** Propagates these words instead of the running command. */
export function propagateAs(server: Server, ...words: readonly Word[]): void {
  if (server.propagation.wanted) server.propagation.rewrite(words.map(bytes));
}

/** Propagates one more command, before the running one. */
export function alsoPropagate(server: Server, db: Database, ...words: readonly Word[]): void {
  if (server.propagation.wanted) server.propagation.also(db, words.map(bytes));
}

function bytes(word: Word): Uint8Array {
  return typeof word === 'string' ? bytesOf(word) : word;
}
