/** The registry of the kinds of views that are read from a whole world. */
import type { WatchTarget, WorldTarget } from '../../protocol/views.ts';
import { clusterView } from './cluster.ts';
import type { AnyWorldViewKind, WorldViewKind } from './kind.ts';
import { replicationView } from './replication.ts';
import { sentinelView } from './sentinel.ts';
import { topologyView } from './topology.ts';

/** A kind missing here is a type error. */
const KINDS: { readonly [Name in WorldTarget['kind']]: WorldViewKind<Name> } = {
  replication: replicationView,
  cluster: clusterView,
  sentinel: sentinelView,
  topology: topologyView,
};
const BY_NAME: ReadonlyMap<string, AnyWorldViewKind> = new Map(Object.entries(KINDS));

/** Null for a view of one server, and for a history. */
export function worldKindOf({ kind }: WatchTarget): AnyWorldViewKind | null {
  return BY_NAME.get(kind) ?? null;
}
