/** Saying what a command becomes in the append only file, where that is not what was sent. */
import { bytesOf } from '../base/bytes.ts';
import type { Database } from '../keyspace/database.ts';
import type { Server } from '../state/server.ts';

type Word = string | Uint8Array;

/** The running command is told in these words instead of its own. */
export function propagateAs(server: Server, ...words: readonly Word[]): void {
  if (server.propagation.wanted) server.propagation.rewrite(words.map(bytes));
}

/** Something more is told, before the command itself. */
export function alsoPropagate(server: Server, db: Database, ...words: readonly Word[]): void {
  if (server.propagation.wanted) server.propagation.also(db, words.map(bytes));
}

function bytes(word: Word): Uint8Array {
  return typeof word === 'string' ? bytesOf(word) : word;
}
