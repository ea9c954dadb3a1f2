/** The kinds of disturbed worlds. */
import { liveCluster } from './cluster-life.ts';
import type { Life } from './life.ts';
import { liveReplication } from './replication-life.ts';
import { liveSentinels } from './sentinel-life.ts';

export const WORLD_KINDS: Readonly<Record<string, (seed: number, wantedEvents?: number) => Life>> = {
  replication: liveReplication,
  sentinel: liveSentinels,
  cluster: liveCluster,
};
