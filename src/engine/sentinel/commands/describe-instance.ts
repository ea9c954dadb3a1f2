/** An instance as SENTINEL MASTERS, REPLICAS and SENTINELS describe it: field by field, in the server's order. */
import { bytesOf } from '../../base/bytes.ts';
import type { ReplyBuffer } from '../../state/client/reply.ts';
import type { Instance } from '../../state/sentinel/instance.ts';
import type { Server } from '../../state/server.ts';
import { timeOf } from '../watch.ts';

type Field = readonly [name: string, value: string | number];

export function describeInstance(server: Server, reply: ReplyBuffer, instance: Instance): void {
  const fields = [...fieldsOf(instance, timeOf(server))];
  reply.map(fields.length);
  for (const [name, value] of fields) {
    reply.text(name);
    reply.bulk(bytesOf(String(value)));
  }
}

function* fieldsOf(instance: Instance, nowMs: number): Generator<Field> {
  const { link, kind, address } = instance;
  const pingSentMs = link.waitingSinceMs === 0 ? 0 : nowMs - link.waitingSinceMs;
  yield ['name', instance.name];
  yield ['ip', address.host];
  yield ['port', address.port];
  yield ['runid', instance.runId ?? ''];
  yield ['flags', instance.flagNames];
  yield ['link-pending-commands', link.pendingCommands];
  yield ['link-refcount', link.users];
  if (instance.is('failover_in_progress')) yield ['failover-state', instance.failoverState];
  yield ['last-ping-sent', pingSentMs];
  yield ['last-ok-ping-reply', nowMs - link.lastAvailableMs];
  yield ['last-ping-reply', nowMs - link.lastPongMs];
  if (instance.is('s_down')) yield ['s-down-time', nowMs - instance.sDownSinceMs];
  if (instance.is('o_down')) yield ['o-down-time', nowMs - instance.oDownSinceMs];
  yield ['down-after-milliseconds', instance.downAfterMs];
  if (kind === 'sentinel') yield* sentinelFields(instance, nowMs);
  else {
    yield ['info-refresh', instance.infoRefreshMs === 0 ? 0 : nowMs - instance.infoRefreshMs];
    yield ['role-reported', instance.roleReported];
    yield ['role-reported-time', nowMs - instance.roleReportedMs];
    yield* kind === 'master' ? masterFields(instance) : replicaFields(instance);
  }
}

function* masterFields(master: Instance): Generator<Field> {
  yield ['config-epoch', master.configEpoch];
  yield ['num-slaves', master.replicas.size];
  yield ['num-other-sentinels', master.sentinels.size];
  yield ['quorum', master.quorum];
  yield ['failover-timeout', master.failoverTimeoutMs];
  yield ['parallel-syncs', master.parallelSyncs];
}

function* replicaFields(replica: Instance): Generator<Field> {
  yield ['master-link-down-time', replica.masterLinkDownMs];
  yield ['master-link-status', replica.masterLinkIsUp ? 'ok' : 'err'];
  yield ['master-host', replica.masterHost ?? '?'];
  yield ['master-port', replica.masterPort];
  yield ['slave-priority', replica.priority];
  yield ['slave-repl-offset', replica.offset];
  yield ['replica-announced', replica.isAnnounced ? 1 : 0];
}

function* sentinelFields(other: Instance, nowMs: number): Generator<Field> {
  yield ['last-hello-message', nowMs - other.lastHelloMs];
  yield ['voted-leader', other.leader ?? '?'];
  yield ['voted-leader-epoch', other.leaderEpoch];
}
