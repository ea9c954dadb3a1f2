/**
 * A server becomes part of a cluster when it starts with `cluster-enabled yes`: it reads nodes.conf or makes itself a
 * name, listens at the port of the bus, and from then on runs the cluster's cron. Mirrors clusterInit.
 */
import { Cluster, type Following, TODO } from '../state/cluster/cluster.ts';
import { ClusterNode, FLAG } from '../state/cluster/node.ts';
import type { Server } from '../state/server.ts';
import { BUS_PORT_DISTANCE, describeMyself } from './address.ts';
import { loadNodes, saveNodes } from './config-file.ts';
import { CRON_MS, clusterCron } from './cron.ts';
import { tryFailover } from './failover.ts';
import { ClusterFollowing } from './following.ts';
import { BusPort, type Hear } from './links.ts';
import { catchUp } from './manual-failover.ts';
import { receive } from './receive.ts';
import { emitRedirection, refusalOf, scriptRefusal, whereTo } from './redirect.ts';
import { updateState } from './state.ts';

const MAX_PORT = 65535;

/** Before the data is loaded. Gives why the server cannot start, or null. */
export function openCluster(server: Server): string | null {
  const { config } = server;
  if (!config.flag('cluster-enabled')) return null;
  if (config.number('cluster-port') === 0 && config.number('port') + BUS_PORT_DISTANCE > MAX_PORT) {
    return 'Redis port number too high for cluster mode. The bus port is the port plus 10000.';
  }
  const following = new ClusterFollowing(server);
  const loaded = loadNodes(server, following);
  if (typeof loaded === 'string') return loaded;
  const cluster = loaded ?? newCluster(server, following);
  describeMyself(server, cluster);
  server.cluster = cluster;
  server.keyspace.slotKeys = cluster.slotKeys;
  const hear: Hear = (link, bytes) => receive(server, cluster, link, bytes);
  server.bus = new BusPort(server, cluster, hear);
  cluster.work = {
    refusal(client, entry, args, isWrite) {
      const verdict = whereTo(server, cluster, client, entry, args, isWrite);
      client.slot = verdict.type === 'here' ? verdict.slot : null;
      emitRedirection(server, client, verdict, entry, args);
      return refusalOf(server, verdict);
    },
    scriptRefusal: (client, entry, args, mayCrossSlots) =>
      scriptRefusal(server, cluster, client, entry, args, mayCrossSlots),
    settle: () => settle(server, cluster),
  };
  if (loaded === null) saveNodes(server, cluster, true);
  const run = (): void => {
    server.alarms.set(server.nowMs + CRON_MS, run);
    clusterCron(server, cluster, hear);
  };
  server.alarms.set(server.nowMs + CRON_MS, run);
  return null;
}

function newCluster(server: Server, following: Following): Cluster {
  const newId = () => server.randomId('cluster-id');
  const myself = new ClusterNode(newId(), FLAG.myself | FLAG.master, server.nowMs);
  server.persistence.note(`No cluster configuration found, I'm ${myself.id}`);
  return new Cluster(myself, newId, following);
}

/**
 * After the data was loaded: a slot with keys that nobody serves is ours, and one that another node serves is being
 * imported, so that its keys can be moved there. Gives why the server cannot start, or null. Mirrors
 * verifyClusterConfigWithData.
 */
export function claimSlotsOfData(server: Server): string | null {
  const { cluster, keyspace } = server;
  if (cluster === null || cluster.myself.isReplica) return null;
  if (keyspace.databases.some(({ id, keys }) => id > 0 && keys.size > 0)) {
    return "You can't have keys in a DB different than DB 0 when in Cluster mode. Exiting.";
  }
  const { myself, owners } = cluster;
  let isNew = false;
  for (let slot = 0; slot < owners.length; slot++) {
    if (cluster.slotKeys.count(slot) === 0 || owners[slot] === myself || cluster.importing.has(slot))
      continue;
    const owner = owners[slot];
    if (owner === null) cluster.addSlot(myself, slot);
    else cluster.importing.set(slot, owner);
    isNew = true;
  }
  if (isNew) saveNodes(server, cluster, true);
  return null;
}

/** At the end of a step: clusterBeforeSleep. */
function settle(server: Server, cluster: Cluster): void {
  const { todo } = cluster;
  cluster.todo = 0;
  if (todo & TODO.manualFailover) {
    if (cluster.myself.isReplica) {
      catchUp(server, cluster);
      tryFailover(server, cluster);
    }
  } else if (todo & TODO.failover) {
    tryFailover(server, cluster);
  }
  if (todo & TODO.state) updateState(server, cluster);
  if (todo & TODO.save) saveNodes(server, cluster, (todo & TODO.sync) !== 0);
}
