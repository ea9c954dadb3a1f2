/** The persistence section of INFO. */
import type { Server } from '../../state/server.ts';
import type { Field } from './info-section.ts';

export function persistenceFields(server: Server): Field[] {
  const { persistence, keyspace, nowMs } = server;
  const { rdb, aof } = persistence;
  const secondsSince = (startedAtMs: number | undefined) =>
    startedAtMs === undefined ? -1 : Math.floor((nowMs - startedAtMs) / 1000);
  const status = (ok: boolean) => (ok ? 'ok' : 'err');
  const fields: Field[] = [
    ['loading', persistence.isLoading ? 1 : 0],
    ['async_loading', 0],
    ['current_cow_peak', 0],
    ['current_cow_size', 0],
    ['current_cow_size_age', 0],
    ['current_fork_perc', '0.00'],
    ['current_save_keys_processed', 0],
    ['current_save_keys_total', 0],
    ['rdb_changes_since_last_save', keyspace.dirty],
    ['rdb_bgsave_in_progress', rdb.child === null ? 0 : 1],
    ['rdb_last_save_time', rdb.lastSaveSeconds],
    ['rdb_last_bgsave_status', status(rdb.lastStatusOk)],
    ['rdb_last_bgsave_time_sec', rdb.lastDurationSeconds],
    ['rdb_current_bgsave_time_sec', secondsSince(rdb.child?.startedAtMs)],
    ['rdb_saves', rdb.saves],
    ['rdb_last_cow_size', 0],
    ['rdb_last_load_keys_expired', rdb.lastLoadKeysExpired],
    ['rdb_last_load_keys_loaded', rdb.lastLoadKeysLoaded],
    ['aof_enabled', aof.state === 'off' ? 0 : 1],
    ['aof_rewrite_in_progress', aof.child === null ? 0 : 1],
    ['aof_rewrite_scheduled', aof.isRewriteScheduled ? 1 : 0],
    ['aof_last_rewrite_time_sec', aof.lastRewriteSeconds],
    ['aof_current_rewrite_time_sec', secondsSince(aof.child?.startedAtMs)],
    ['aof_last_bgrewrite_status', status(aof.lastRewriteOk)],
    ['aof_rewrites', aof.rewrites],
    ['aof_rewrites_consecutive_failures', aof.failuresInARow],
    ['aof_last_write_status', status(aof.lastWriteOk)],
    ['aof_last_cow_size', 0],
    ['module_fork_in_progress', 0],
    ['module_fork_last_cow_size', 0],
  ];
  if (aof.state === 'off') return fields;
  return [
    ...fields,
    ['aof_current_size', aof.currentBytes],
    ['aof_base_size', aof.rewriteBaseBytes],
    ['aof_pending_rewrite', aof.isRewriteScheduled ? 1 : 0],
    ['aof_buffer_length', aof.bufferBytes],
    ['aof_pending_bio_fsync', server.jobs.running.filter(({ kind }) => kind === 'aof-fsync').length],
    ['aof_delayed_fsync', aof.delayedFsyncs],
  ];
}
