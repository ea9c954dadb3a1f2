/** A server as a master of others and as a replica. Reading it draws no replication id. */
import type {
  FollowedView,
  ReplicationNode,
  ReplicaView,
  ResyncView,
} from '../../protocol/views-replication.ts';
import { lagSeconds, replicaName, secondsOf } from '../replication/stream.ts';
import type { Client } from '../state/client/client.ts';
import type { Master } from '../state/replication/master.ts';
import type { ReplicaStage, Resync } from '../state/replication/replica.ts';
import type { Server } from '../state/server.ts';
import { LINK_WORDS } from './node-facts.ts';

/** What the network knows is added by the reader of the world. */
export type ReplicationFacts = Omit<
  ReplicationNode,
  'node' | 'name' | 'address' | 'state' | 'role' | 'replicas' | 'following'
> & {
  readonly replicas: readonly Omit<ReplicaView, 'node'>[];
  readonly following: Omit<FollowedView, 'node'> | null;
};

const MAX_REPLICAS = 16;

const STAGE_WORDS: Readonly<Record<ReplicaStage, ReplicaView['stage']>> = {
  none: 'wait_bgsave_start',
  'wait-begin': 'wait_bgsave_start',
  'wait-end': 'wait_bgsave_end',
  online: 'online',
  'has-file': 'rdb_transmitted',
};

export function replicationFacts(server: Server): ReplicationFacts {
  const { config, replication, settings } = server;
  const { backlog, master, replicas } = replication;
  return {
    id: replication.drawnId,
    secondId: replication.secondId,
    secondOffset: replication.secondOffset,
    offset: replication.offset,
    backlog:
      backlog === null
        ? null
        : {
            sizeBytes: config.number('repl-backlog-size'),
            firstOffset: backlog.firstOffset,
            lengthBytes: backlog.length,
          },
    replicas: replicas.slice(0, MAX_REPLICAS).flatMap((client) => replicaOf(server, client)),
    moreReplicas: Math.max(0, replicas.length - MAX_REPLICAS),
    minReplicas:
      settings.minReplicas === 0
        ? null
        : {
            wanted: settings.minReplicas,
            good: replication.goodReplicas,
            maxLagSeconds: config.number('min-replicas-max-lag'),
          },
    fullSyncs: replication.fullSyncs,
    partialSyncs: replication.partialSyncs,
    refusedPartialSyncs: replication.refusedPartialSyncs,
    failover: replication.failover?.stage ?? null,
    following: master === null ? null : followed(server, master),
  };
}

function replicaOf(server: Server, client: Client): Omit<ReplicaView, 'node'>[] {
  const { replica } = client;
  if (replica === null) return [];
  const seconds = lagSeconds(server, replica);
  return [
    {
      address: replicaName(client),
      stage: STAGE_WORDS[replica.stage],
      waitsForAck: replica.waitsForAcknowledgement,
      acknowledged: replica.acknowledged,
      lagBytes: server.replication.offset - replica.acknowledged,
      lagSeconds: seconds,
      pendingBytes: replica.pendingBytes,
      isGood: replica.stage === 'online' && seconds <= server.config.number('min-replicas-max-lag'),
      resync: resyncOf(replica.resync),
    },
  ];
}

function followed({ nowMs }: Server, master: Master): Omit<FollowedView, 'node'> {
  const { cached, client, downSinceMs, host, port, stage, transfer } = master;
  const since = (ms: number) => secondsOf(nowMs) - secondsOf(ms);
  return {
    address: `${host}:${port}`,
    stage: LINK_WORDS[stage],
    readOffset: client === null ? (cached?.offset ?? 0) : master.readOffset,
    offset: client === null ? (cached?.offset ?? 0) : master.offset,
    canGoOn: client !== null || cached !== null,
    receivedBytes: stage === 'transfer' ? (transfer?.receivedBytes ?? 0) : null,
    lengthBytes: transfer?.lengthBytes ?? null,
    downSeconds: client !== null || downSinceMs === 0 ? null : since(downSinceMs),
    silentSeconds:
      client !== null
        ? since(client.lastInteractionMs)
        : stage === 'connect'
          ? null
          : since(master.lastHeardAtMs),
    failedTries: master.failedTries,
    resync: resyncOf(master.resync),
  };
}

function resyncOf(resync: Resync | null): ResyncView | null {
  return resync === null ? null : { ...resync };
}
