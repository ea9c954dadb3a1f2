/** In the page's worker this stands in for index.ts until that has arrived: the dictionary of the home page. */
import type { View, WatchTarget } from '../../protocol/views.ts';
import { beginWith } from '../state/lazy-chunks.ts';
import type { Server } from '../state/server.ts';
import { readDict } from './dict.ts';

let readAny: ((server: Server, target: WatchTarget) => View | null) | null = null;

beginWith({
  views: ['dict'],
  async complete() {
    readAny = (await import('./index.ts')).readView;
  },
});

export function readView(server: Server, target: WatchTarget): View | null {
  if (readAny !== null) return readAny(server, target);
  const db = server.keyspace.databases[target.db];
  return db === undefined || target.kind !== 'dict' ? null : readDict(server, db, target);
}
