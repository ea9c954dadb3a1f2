/** In the page's worker this stands in for index.ts until that has arrived: the dictionary of the home page. */
import type { View, WatchTarget } from '../../protocol/views.ts';
import { beginWith } from '../state/lazy-chunks.ts';
import type { Server } from '../state/server.ts';
import { dictView } from './dict.ts';
import type { AnyViewKind } from './kind.ts';

let all: typeof import('./index.ts') | null = null;

beginWith({
  views: ['dict'],
  async complete() {
    all = await import('./index.ts');
  },
});

export function kindOf(target: WatchTarget): AnyViewKind | null {
  if (all !== null) return all.kindOf(target);
  return target.kind === 'dict' ? dictView : null;
}

/** True of every boot command with a key: a watch set later may turn to it. */
export function turnsWatches(group: string): boolean {
  return all === null || all.turnsWatches(group);
}

export function readView(server: Server, target: WatchTarget): View | null {
  if (all !== null) return all.readView(server, target);
  const db = server.keyspace.databases[target.db];
  return db === undefined || target.kind !== 'dict' ? null : dictView.read(server, db, target);
}
