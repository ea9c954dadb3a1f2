/** Why a replica turns a command away. */
import type { Server } from '../server.ts';

export const READ_ONLY = "READONLY You can't write against a read only replica.";
export const MASTER_DOWN = "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.";

/** Whether clients may not read: the link to the master is down, and old data is not to be served. */
export function hasStaleData({ config, replication }: Server): boolean {
  const { master } = replication;
  return master !== null && master.stage !== 'connected' && !config.flag('replica-serve-stale-data');
}

/** Whether this server may only read, for everybody but its master. */
export function isReadOnly({ keyspace }: Server): boolean {
  return keyspace.followsMaster && keyspace.isReadOnlyReplica;
}
