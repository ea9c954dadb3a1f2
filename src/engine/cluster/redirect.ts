/**
 * Where a command with keys runs. Mirrors getNodeByQuery and clusterRedirectClient.
 *
 *     keys of two slots                      CROSSSLOT          the slot has no owner, or the cluster is down   CLUSTERDOWN
 *     the slot is another node's             MOVED slot host:port
 *     ours, on its way out, key is gone      ASK slot host:port     some of the keys are gone                   TRYAGAIN
 *     on its way in, after ASKING            runs here              some of the keys are not here yet           TRYAGAIN
 */
import { equalBytes, repr } from '../base/bytes.ts';
import { keySlot } from '../base/crc16.ts';
import { Redirection } from '../base/errors.ts';
import type { Client } from '../state/client/client.ts';
import type { Cluster } from '../state/cluster/cluster.ts';
import type { ClusterNode } from '../state/cluster/node.ts';
import { slotArgumentsOf } from '../state/command/facts.ts';
import type { CommandEntry } from '../state/command/table.ts';
import type { Server } from '../state/server.ts';

/** What is known of a client here. */
export type Asking = Pick<Client, 'isAsking' | 'readsFromReplica'> & {
  readonly transaction: { readonly active: boolean; readonly queue: readonly Call[] };
  /** Who only wonders looks keys up in a way that changes nothing. */
  readonly peeks?: (key: Uint8Array) => boolean;
};

interface Call {
  readonly entry: CommandEntry;
  readonly args: readonly Uint8Array[];
}

/** What becomes of a command. */
export type Verdict =
  | { readonly type: 'here'; readonly slot: number | null }
  | { readonly type: 'moved' | 'ask'; readonly slot: number; readonly node: ClusterNode }
  | { readonly type: 'cross-slot' | 'try-again' | 'down' | 'down-for-writes' | 'not-served' };

const HERE: Verdict = { type: 'here', slot: null };

const TEXTS = {
  'cross-slot': "CROSSSLOT Keys in request don't hash to the same slot",
  'try-again': 'TRYAGAIN Multiple keys request during rehashing of slot',
  down: 'CLUSTERDOWN The cluster is down',
  'down-for-writes': 'CLUSTERDOWN The cluster is down and only accepts read commands',
  'not-served': 'CLUSTERDOWN Hash slot not served',
} as const;

const SHARD_COMMANDS: ReadonlySet<string> = new Set(['ssubscribe', 'sunsubscribe', 'spublish']);

/** `isWrite`: as the gates see it; a script says itself whether it writes. */
export function whereTo(
  server: Server,
  cluster: Cluster,
  client: Asking,
  entry: CommandEntry,
  args: readonly Uint8Array[],
  isWrite: boolean,
): Verdict {
  const isExec = entry.fullName === 'exec';
  if (isExec && !client.transaction.active) return HERE;
  const calls: readonly Call[] = isExec ? client.transaction.queue : [{ entry, args }];
  const isShard = SHARD_COMMANDS.has(entry.fullName);
  const { myself, owners, migrating, importing } = cluster;
  const db = server.keyspace.databases[0];
  const isHere = client.peeks ?? ((key: Uint8Array) => db.keys.find(key) !== null);
  let firstKey: Uint8Array | null = null;
  let slot = -1;
  let owner: ClusterNode = myself;
  let isMigrating = false;
  let isImporting = false;
  let hasSeveralKeys = false;
  let missing = 0;
  let existing = 0;
  for (const call of calls) {
    for (const key of slotArgumentsOf(call.entry.command, call.args)) {
      const ofKey = keySlot(key);
      if (firstKey === null) {
        firstKey = key;
        slot = ofKey;
        const found = owners[slot];
        if (found === null) return { type: 'not-served' };
        owner = found;
        if (owner === myself && migrating.has(slot)) isMigrating = true;
        else if (importing.has(slot)) isImporting = true;
      } else {
        if (slot !== ofKey) return { type: 'cross-slot' };
        if (!hasSeveralKeys && !equalBytes(key, firstKey)) hasSeveralKeys = true;
      }
      if (!isShard && (isMigrating || isImporting)) {
        if (!isHere(key)) missing++;
        else existing++;
      }
    }
  }
  if (firstKey === null) return HERE;
  if (!cluster.isOk) {
    const { config } = server;
    if (isShard) {
      if (!config.flag('cluster-allow-pubsubshard-when-down')) return { type: 'down' };
    } else if (!config.flag('cluster-allow-reads-when-down')) return { type: 'down' };
    else if (isWrite) return { type: 'down-for-writes' };
  }
  const here: Verdict = { type: 'here', slot };
  if ((isMigrating || isImporting) && entry.fullName === 'migrate') return here;
  if (isMigrating && missing > 0) {
    if (existing > 0) return { type: 'try-again' };
    return { type: 'ask', slot, node: migrating.get(slot) as ClusterNode };
  }
  if (isImporting && (client.isAsking || entry.command.flags.includes('asking'))) {
    return hasSeveralKeys && missing > 0 ? { type: 'try-again' } : here;
  }
  const mayRead = client.readsFromReplica || isShard;
  if (mayRead && myself.isReplica && !isWrite && myself.master === owner) return here;
  return owner === myself ? here : { type: 'moved', slot, node: owner };
}

/** Emits that a command is sent elsewhere. */
export function emitRedirection(
  server: Server,
  client: Client,
  verdict: Verdict,
  entry: CommandEntry,
  args: readonly Uint8Array[],
): void {
  const { probe } = server.env;
  if (probe === null || verdict.type === 'here') return;
  const calls = entry.fullName === 'exec' ? client.transaction.queue : [{ entry, args }];
  const key = calls.flatMap((call) => [...slotArgumentsOf(call.entry.command, call.args)])[0];
  const node = 'node' in verdict ? verdict.node.id : null;
  probe.emit({
    type: 'cluster.redirected',
    me: server.cluster?.myself.id ?? '',
    answer: verdict.type,
    key: repr(key),
    slot: keySlot(key),
    node,
  });
}

/** The error that a client gets; null if the command runs here. */
export function refusalOf(server: Server, verdict: Verdict): Redirection | null {
  switch (verdict.type) {
    case 'here':
      return null;
    case 'moved':
    case 'ask': {
      const { node, slot } = verdict;
      const code = verdict.type === 'ask' ? 'ASK' : 'MOVED';
      return new Redirection(`${code} ${slot} ${endpointOf(server, node)}:${node.port}`);
    }
    default:
      return new Redirection(TEXTS[verdict.type]);
  }
}

/** How clients are told to reach a node: cluster-preferred-endpoint-type. */
export function endpointOf(server: Server, node: ClusterNode): string {
  switch (server.config.text('cluster-preferred-endpoint-type')) {
    case 'hostname':
      return node.hostname === '' ? '?' : node.hostname;
    case 'unknown-endpoint':
      return '';
    default:
      return node.host;
  }
}

/** A script may use keys of one slot of ours. `client`: who runs the script. */
export function scriptRefusal(
  server: Server,
  cluster: Cluster,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
  mayCrossSlots: boolean,
): string | null {
  const verdict = whereTo(server, cluster, client, entry, args, entry.isWrite);
  switch (verdict.type) {
    case 'here':
      if (verdict.slot === null || mayCrossSlots) return null;
      // The first key of a script that declared none decides.
      client.slot ??= verdict.slot;
      return client.slot === verdict.slot
        ? null
        : 'Script attempted to access keys that do not hash to the same slot';
    case 'down-for-writes':
      return 'Script attempted to execute a write command while the cluster is down and readonly';
    case 'down':
      return 'Script attempted to execute a command while the cluster is down';
    default:
      return 'Script attempted to access a non local key in a cluster node';
  }
}
