/** The registry of the kinds of views. A view is read from live structures; reading writes nothing. */
import type { View, WatchTarget } from '../../protocol/views.ts';
import type { Server } from '../state/server.ts';
import { aclView } from './acl.ts';
import { bigKeysView } from './bigkeys.ts';
import { bitmapView } from './bitmap.ts';
import { bloomView } from './bloom.ts';
import { channelsView } from './channels.ts';
import { clientsView } from './clients.ts';
import { commandStatsView } from './commandstats.ts';
import { configView } from './config.ts';
import { dictView } from './dict.ts';
import { diskView } from './disk.ts';
import { evictionView } from './eviction.ts';
import { expiryView } from './expiry.ts';
import { geoView } from './geo.ts';
import { hllView } from './hll.ts';
import { intsetView } from './intset.ts';
import { jobsView } from './jobs.ts';
import { keyspaceView } from './keyspace.ts';
import type { AnyViewKind, ViewKind, ViewKindName } from './kind.ts';
import { ladderView } from './ladder.ts';
import { lazyFreeView } from './lazyfree.ts';
import { listView } from './list.ts';
import { memoryMapView } from './memory-map.ts';
import { objectView } from './object.ts';
import { packedView } from './packed.ts';
import { pagesView } from './pages.ts';
import { scriptView } from './script.ts';
import { setsView } from './sets.ts';
import { skiplistView } from './skiplist.ts';
import { slowLogView } from './slowlog.ts';
import { streamView } from './stream.ts';
import { timeSeriesView } from './timeseries.ts';

/** A kind missing here is a type error. */
const KINDS: { readonly [Name in ViewKindName]: ViewKind<Name> } = {
  acl: aclView,
  bigkeys: bigKeysView,
  bitmap: bitmapView,
  bloom: bloomView,
  channels: channelsView,
  clients: clientsView,
  commandstats: commandStatsView,
  config: configView,
  dict: dictView,
  disk: diskView,
  eviction: evictionView,
  expiry: expiryView,
  geo: geoView,
  hll: hllView,
  intset: intsetView,
  jobs: jobsView,
  keyspace: keyspaceView,
  ladder: ladderView,
  lazyfree: lazyFreeView,
  list: listView,
  memory: memoryMapView,
  object: objectView,
  packed: packedView,
  pages: pagesView,
  script: scriptView,
  sets: setsView,
  skiplist: skiplistView,
  slowlog: slowLogView,
  stream: streamView,
  timeseries: timeSeriesView,
};
const BY_NAME: ReadonlyMap<string, AnyViewKind> = new Map(Object.entries(KINDS));

/** Null for what no engine keeps: the worker reads histories from the log, and views of a world from all servers. */
export function kindOf({ kind }: WatchTarget): AnyViewKind | null {
  return BY_NAME.get(kind) ?? null;
}

const TURNED_TO = new Set([...BY_NAME.values()].flatMap(({ turnsTo = [] }) => turnsTo));

/** Whether some watch may turn to the key of a command of this group. */
export function turnsWatches(group: string): boolean {
  return TURNED_TO.has(group);
}

/** The current view of a watch; null if there is nothing of that kind. */
export function readView(server: Server, target: WatchTarget): View | null {
  const db = server.keyspace.databases[target.db];
  return db === undefined ? null : (kindOf(target)?.read(server, db, target) ?? null);
}
