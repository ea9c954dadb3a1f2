/**
 * A kind of view is one object, in the file that reads it; index.ts is the registry of all of them. What is told from
 * the log of commands and not read from the server (HistoryTarget) has its place in worker/histories.ts.
 */
import type { HistoryTarget, TargetOf, View, ViewOf, WatchTarget } from '../../protocol/views.ts';
import type { Database } from '../keyspace/database.ts';
import type { Server } from '../state/server.ts';

/** The kinds that are read from a live server. */
export type ViewKindName = Exclude<WatchTarget['kind'], HistoryTarget['kind']>;

/** What one kind is made of. The methods are called with targets of their own kind only. */
interface Kind<Target extends WatchTarget, Seen extends View> {
  /** What a watch sees now. Writes nothing, not even an access time. */
  read(server: Server, db: Database, target: Target): Seen;
}

export type ViewKind<Name extends ViewKindName> = Kind<TargetOf<Name>, ViewOf<Name>>;
export type AnyViewKind = Kind<WatchTarget, View>;
