/** INFO replication. The fields of a replica come first, then those of every server. */
import { printfF } from '../../base/numbers.ts';
import { lagSeconds, placeOf, secondsOf } from '../../replication/stream.ts';
import type { Master } from '../../state/replication/master.ts';
import type { ReplicaStage } from '../../state/replication/replica.ts';
import type { Server } from '../../state/server.ts';
import type { Field } from './info-section.ts';

/** As INFO calls the stages; the others are not listed. */
const STATES: Partial<Record<ReplicaStage, string>> = {
  'wait-begin': 'wait_bgsave',
  'wait-end': 'wait_bgsave',
  online: 'online',
};

export function* replicationFields(server: Server): Generator<Field> {
  const { config, replication, settings } = server;
  const { backlog, failover, master } = replication;
  yield ['role', master === null ? 'master' : 'slave'];
  if (master !== null) yield* masterFields(server, master);
  yield ['connected_slaves', replication.replicas.length];
  if (settings.minReplicas > 0) yield ['min_slaves_good_slaves', replication.goodReplicas];
  yield* replicaFields(server);
  yield ['master_failover_state', failover?.stage ?? 'no-failover'];
  yield ['master_replid', replication.id];
  yield ['master_replid2', replication.id2];
  yield ['master_repl_offset', replication.offset];
  yield ['second_repl_offset', replication.secondOffset];
  yield ['repl_backlog_active', backlog === null ? 0 : 1];
  yield ['repl_backlog_size', config.printed('repl-backlog-size')];
  yield ['repl_backlog_first_byte_offset', backlog?.firstOffset ?? 0];
  yield ['repl_backlog_histlen', backlog?.length ?? 0];
}

function* masterFields({ config, nowMs }: Server, master: Master): Generator<Field> {
  const { client, transfer } = master;
  const since = (ms: number) => secondsOf(nowMs) - secondsOf(ms);
  yield ['master_host', master.host];
  yield ['master_port', master.port];
  yield ['master_link_status', master.stage === 'connected' ? 'up' : 'down'];
  yield ['master_last_io_seconds_ago', client === null ? -1 : since(client.lastInteractionMs)];
  yield ['master_sync_in_progress', master.stage === 'transfer' ? 1 : 0];
  yield ['slave_read_repl_offset', client === null ? (master.cached?.offset ?? 0) : master.readOffset];
  yield ['slave_repl_offset', client === null ? (master.cached?.offset ?? 0) : master.offset];
  if (master.stage === 'transfer') {
    const received = transfer?.receivedBytes ?? 0;
    const length = transfer?.lengthBytes ?? null;
    const share = length === null || length === 0 ? 0 : (received / length) * 100;
    yield ['master_sync_total_bytes', transfer === null ? -1 : (length ?? 0)];
    yield ['master_sync_read_bytes', received];
    yield ['master_sync_left_bytes', transfer === null ? -1 : (length ?? 0) - received];
    yield ['master_sync_perc', printfF(share, 2)];
    yield ['master_sync_last_io_seconds_ago', since(master.lastHeardAtMs)];
  }
  if (master.stage !== 'connected') {
    yield ['master_link_down_since_seconds', master.downSinceMs === 0 ? -1 : since(master.downSinceMs)];
  }
  yield ['slave_priority', config.number('replica-priority')];
  yield ['slave_read_only', config.flag('replica-read-only') ? 1 : 0];
  yield ['replica_announced', config.flag('replica-announced') ? 1 : 0];
}

function* replicaFields(server: Server): Generator<Field> {
  for (const [index, client] of server.replication.replicas.entries()) {
    const { replica } = client;
    const state = replica === null ? undefined : STATES[replica.stage];
    if (replica === null || state === undefined) continue;
    const { host, port } = placeOf(client);
    const lag = lagSeconds(server, replica);
    yield [
      `slave${index}`,
      `ip=${host},port=${port},state=${state},offset=${replica.acknowledged},lag=${lag}`,
    ];
  }
}
