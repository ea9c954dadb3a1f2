/** What a server is to others: its role, whom it follows, how far it has come. Reading it draws no replication id. */
import { bytesOf } from '../base/bytes.ts';
import type { Server } from '../state/server.ts';

export interface NodeFacts {
  readonly role: 'master' | 'replica' | 'sentinel' | null;
  readonly isSentinel: boolean;
  readonly isCluster: boolean;
  readonly master: { readonly host: string; readonly port: number } | null;
  /** The number of its link to the master, and how far that is in the words of ROLE. */
  readonly masterLink: number | null;
  readonly link: string | null;
  readonly epoch: number | null;
  readonly clusterIsOk: boolean | null;
  readonly slots: number | null;
  readonly keys: number | null;
  readonly offset: number | null;
}

/** Only a server in sentinel mode has it. */
const SENTINEL_COMMAND = bytesOf('sentinel');

/** As ROLE calls them. */
export const LINK_WORDS = {
  connect: 'connect',
  connecting: 'connecting',
  handshake: 'handshake',
  transfer: 'sync',
  connected: 'connected',
} as const;

export function nodeFacts(server: Server, isDown: boolean): NodeFacts {
  const { cluster, config, keyspace, replication, sentinel } = server;
  const isCluster = config.flag('cluster-enabled');
  if (isDown) {
    // Of the process that would be started now nothing is known but its parameters.
    const isSentinel = server.commands.resolve([SENTINEL_COMMAND]) !== null;
    return { ...NOTHING, isSentinel, isCluster, master: configuredMaster(config.text('replicaof')) };
  }
  if (sentinel !== null) {
    return { ...NOTHING, role: 'sentinel', isSentinel: true, epoch: sentinel.currentEpoch };
  }
  const { master } = replication;
  const own = cluster?.myself ?? null;
  return {
    role: master === null ? 'master' : 'replica',
    isSentinel: false,
    isCluster,
    master: master === null ? null : { host: master.host, port: master.port },
    masterLink: master?.link?.id ?? null,
    link: master === null ? null : LINK_WORDS[master.stage],
    epoch: own === null ? null : (own.master ?? own).configEpoch,
    clusterIsOk: cluster === null ? null : cluster.isOk,
    slots: own === null ? null : own.slots.count,
    keys: keyspace.databases.reduce((sum, db) => sum + db.keys.size, 0),
    offset: replication.offset,
  };
}

const NOTHING: NodeFacts = {
  role: null,
  isSentinel: false,
  isCluster: false,
  master: null,
  masterLink: null,
  link: null,
  epoch: null,
  clusterIsOk: null,
  slots: null,
  keys: null,
  offset: null,
};

/** Of `replicaof host port`. */
function configuredMaster(text: string): NodeFacts['master'] {
  const [host, port] = text.split(' ');
  return port === undefined ? null : { host, port: Number(port) };
}
