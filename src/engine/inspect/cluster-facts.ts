/** One node's picture of its cluster, in parts: what a view of the whole world is put together from. */
import type {
  ClusterElection,
  ClusterNodeView,
  KeyAnswer,
  KeyHash,
  SlotStretch,
  WayAnswer,
} from '../../protocol/views-cluster.ts';
import { bytesOf, repr } from '../base/bytes.ts';
import { crc16, hashedPart, keySlot } from '../base/crc16.ts';
import { FLAG_WORDS } from '../cluster/describe.ts';
import { type Asking, refusalOf, type Verdict, whereTo } from '../cluster/redirect.ts';
import type { Cluster } from '../state/cluster/cluster.ts';
import { type ClusterNode, FLAG } from '../state/cluster/node.ts';
import type { Server } from '../state/server.ts';
import { peek } from './peek.ts';

/** Bytes of a key whose checksum is worked out one by one. */
const MAX_SUMS = 48;
const MAX_KEY_TEXT = 48;

interface KnownStretches {
  readonly changes: number;
  readonly stretches: readonly SlotStretch[];
}

/** Views are read at every step, and slots hardly ever change. */
const knownStretches = new WeakMap<Cluster, KnownStretches>();

/** Slots with the same owner in a row, over all of them. */
export function stretchesOf(cluster: Cluster): readonly SlotStretch[] {
  const { owners, ownerChanges: changes } = cluster;
  const known = knownStretches.get(cluster);
  if (known?.changes === changes) return known.stretches;
  const stretches: SlotStretch[] = [];
  let first = 0;
  for (let slot = 1; slot <= owners.length; slot++) {
    if (slot < owners.length && owners[slot] === owners[first]) continue;
    stretches.push({ first, last: slot - 1, owner: owners[first]?.id ?? null });
    first = slot;
  }
  knownStretches.set(cluster, { changes, stretches });
  return stretches;
}

/** Where another node sees other owners than this one, as the other sees it; and in how many slots. */
export function differencesOf(
  mine: Cluster,
  other: Cluster,
): { readonly slots: number; readonly stretches: SlotStretch[] } {
  const differences: { first: number; last: number; owner: string | null }[] = [];
  let slots = 0;
  const [ours, theirs] = [stretchesOf(mine), stretchesOf(other)];
  // Both lists are over all slots: what they have in common is what overlaps.
  for (let [at, to] = [0, 0]; at < ours.length && to < theirs.length; ) {
    const first = Math.max(ours[at].first, theirs[to].first);
    const last = Math.min(ours[at].last, theirs[to].last);
    const { owner } = theirs[to];
    if (owner !== ours[at].owner) {
      slots += last - first + 1;
      const latest = differences.at(-1);
      if (latest !== undefined && latest.last === first - 1 && latest.owner === owner) latest.last = last;
      else differences.push({ first, last, owner });
    }
    if (ours[at].last === last) at++;
    if (theirs[to].last === last) to++;
  }
  return { slots, stretches: differences };
}

/** A line of CLUSTER NODES. */
export function nodeSeen(node: ClusterNode, nowMs: number): Omit<ClusterNodeView, 'node' | 'name' | 'keys'> {
  return {
    id: node.id,
    host: node.host,
    port: node.port,
    flags: FLAG_WORDS.filter(([, flag]) => node.is(flag)).map(([word]) => word),
    master: node.master?.id ?? null,
    configEpoch: node.head.configEpoch,
    pingAgeMs: node.pingSentMs === 0 ? null : nowMs - node.pingSentMs,
    pongAgeMs: node.pongReceivedMs === 0 ? null : nowMs - node.pongReceivedMs,
    isLinked: node.link !== null || node.is(FLAG.myself),
    slots: node.slots.count,
    ranges: node.slots.ranges().length,
    reports: node.failureReports.map(({ from }) => from.id),
  };
}

/** The election of a replica whose master has failed, or that takes over by hand; null if it holds none. */
export function electionOf({ election, myself, manual }: Cluster, nowMs: number): ClusterElection | null {
  if (myself.isMaster || election.atMs === 0) return null;
  const isOver = myself.master?.hasFailed !== true && manual.endMs === 0;
  if (isOver) return null;
  const { isAsked, votes, epoch, rank, atMs } = election;
  return { isAsked, votes, epoch, rank, inMs: isAsked ? null : Math.max(0, atMs - nowMs) };
}

/** How a key leads to its slot. */
export function hashOf(key: Uint8Array): KeyHash {
  const { from, to } = hashedPart(key);
  const sums: number[] = [];
  for (let end = from + 1; end <= Math.min(to, from + MAX_SUMS); end++) sums.push(crc16(key, from, end));
  const crc = crc16(key, from, to);
  return { key: repr(key, MAX_KEY_TEXT), bytes: key, from, to, sums, crc, slot: keySlot(key) };
}

const NO_TRANSACTION = { active: false, queue: [] };
/** Commands of any number of keys: what they would be answered, all others with these keys are. */
const READ = 'exists';
const WRITE = 'unlink';

/** What this server would answer to commands with these keys. */
export function answerOf(
  server: Server,
  cluster: Cluster,
  keys: readonly Uint8Array[],
): Omit<KeyAnswer, 'node' | 'to'> & { readonly toId: string | null } {
  const { keys: dict } = server.keyspace.databases[0];
  const peeks = (key: Uint8Array) => peek(dict, key) !== null;
  const plain: Asking = { isAsking: false, readsFromReplica: false, transaction: NO_TRANSACTION, peeks };
  const read = verdictOf(server, cluster, plain, READ, keys);
  const write = verdictOf(server, cluster, plain, WRITE, keys);
  const asking = verdictOf(server, cluster, { ...plain, isAsking: true }, READ, keys);
  const textOf = (verdict: Verdict) => refusalOf(server, verdict)?.text ?? null;
  return {
    read: nameOf(read),
    write: nameOf(write),
    asking: nameOf(asking),
    readText: textOf(read),
    writeText: textOf(write),
    askingText: textOf(asking),
    toId: 'node' in read ? read.node.id : null,
    hasKey: keys.length > 0 && peeks(keys[0]),
  };
}

function nameOf({ type }: Verdict): WayAnswer {
  return type;
}

function verdictOf(
  server: Server,
  cluster: Cluster,
  client: Asking,
  name: string,
  keys: readonly Uint8Array[],
): Verdict {
  const args = [bytesOf(name), ...keys];
  const entry = server.commands.resolve(args);
  if (entry === null) return { type: 'here', slot: null };
  return whereTo(server, cluster, client, entry, args, name === WRITE);
}

/** The newest keys of a slot, printable. */
export function keysOfSlot({ slotKeys }: Cluster, slot: number, limit: number): string[] {
  return slotKeys.keysIn(slot, limit).map((key) => repr(key, MAX_KEY_TEXT));
}
