/**
 * nodes.conf: what a node must know after a restart, written whenever it changes. The lines are those of CLUSTER NODES,
 * and a last one has the epochs:
 *
 *     07c3… 127.0.0.1:30004@31004 slave e7d1… 0 1426238317239 4 connected
 *     67ed… 127.0.0.1:30002@31002 myself,master - 0 0 2 connected 5461-10922 [93-<-292f…]
 *     vars currentEpoch 6 lastVoteEpoch 0
 */
import { bytesOf, latin1 } from '../base/bytes.ts';
import { Cluster, type Following } from '../state/cluster/cluster.ts';
import { ClusterNode, FLAG } from '../state/cluster/node.ts';
import { SLOTS } from '../state/cluster/slot-set.ts';
import { DiskFailure } from '../state/disk/disk.ts';
import type { Server } from '../state/server.ts';
import { describeNodes, FLAG_WORDS } from './describe.ts';

class CorruptFile {}

/** What stands in the file, or null if there is none; a string is what is wrong with it. */
export function loadNodes(server: Server, following: Following): Cluster | string | null {
  const path = server.config.text('cluster-config-file');
  const file = server.disk.find(path);
  if (file === null || file.length === 0) return null;
  try {
    return new Reader(server, following).read(latin1(file.view()));
  } catch (problem) {
    if (!(problem instanceof CorruptFile)) throw problem;
    return 'Unrecoverable error: corrupted cluster config file.';
  }
}

/** Replaces the file; the error of the disk, or null. `isSynced`: it is on the disk when this returns. */
export function trySaveNodes(server: Server, cluster: Cluster, isSynced: boolean): string | null {
  const vars = `vars currentEpoch ${cluster.currentEpoch} lastVoteEpoch ${cluster.lastVoteEpoch}\n`;
  const bytes = bytesOf(describeNodes(cluster, FLAG.handshake) + vars);
  const path = server.config.text('cluster-config-file');
  const temporary = `${path}.tmp-${server.seed}`;
  try {
    if (isSynced) {
      server.disk.write(temporary, bytes, server.nowMs);
    } else {
      const file = server.disk.create(temporary, server.nowMs);
      server.disk.append(file, bytes, server.nowMs);
      file.syncInBackground();
    }
    server.disk.rename(temporary, path);
    return null;
  } catch (problem) {
    if (!(problem instanceof DiskFailure)) throw problem;
    return problem.text;
  }
}

/** A node that cannot write what it has promised must not go on: clusterSaveConfigOrDie. */
export function saveNodes(server: Server, cluster: Cluster, isSynced: boolean): void {
  const problem = trySaveNodes(server, cluster, isSynced);
  if (problem === null) return;
  server.ending = {
    reason: 'disk',
    restarts: false,
    text: `Fatal: can't update cluster config file: ${problem}`,
  };
}

class Reader {
  readonly #server: Server;
  readonly #following: Following;
  readonly #nodes = new Map<string, ClusterNode>();
  readonly #slots: { readonly node: ClusterNode; readonly words: readonly string[] }[] = [];
  #currentEpoch = 0;
  #lastVoteEpoch = 0;

  constructor(server: Server, following: Following) {
    this.#server = server;
    this.#following = following;
  }

  read(text: string): Cluster {
    for (const line of text.split('\n')) {
      const words = line.split(' ').filter((word) => word !== '');
      if (words.length === 0) continue;
      if (words[0] === 'vars') this.#readVars(words);
      else this.#readNode(words);
    }
    const myself = [...this.#nodes.values()].find((node) => node.isMyself);
    if (myself === undefined) throw new CorruptFile();
    const cluster = new Cluster(myself, () => this.#server.randomId('cluster-id'), this.#following);
    for (const node of this.#nodes.values()) cluster.add(node);
    cluster.currentEpoch = this.#currentEpoch;
    cluster.lastVoteEpoch = this.#lastVoteEpoch;
    for (const { node, words } of this.#slots) for (const word of words) this.#readSlots(cluster, node, word);
    cluster.currentEpoch = cluster.maxEpoch;
    return cluster;
  }

  #readVars(words: readonly string[]): void {
    for (let at = 1; at + 1 < words.length; at += 2) {
      if (words[at] === 'currentEpoch') this.#currentEpoch = number(words[at + 1]);
      else if (words[at] === 'lastVoteEpoch') this.#lastVoteEpoch = number(words[at + 1]);
    }
  }

  #readNode(words: readonly string[]): void {
    if (words.length < 8) throw new CorruptFile();
    const [id, address, flags, master, pingSent, pongReceived, epoch] = words;
    const node = this.#node(id);
    const { nowMs } = this.#server;
    const parts = /^(.*):(\d+)(?:@(\d+))?(?:,(.*))?$/.exec(address);
    if (parts === null) throw new CorruptFile();
    node.host = parts[1];
    node.port = number(parts[2]);
    node.busPort = parts[3] === undefined ? node.port + 10000 : number(parts[3]);
    node.hostname = parts[4] ?? '';
    for (const word of flags.split(',')) {
      const known = FLAG_WORDS.find(([name]) => name === word);
      if (known !== undefined) node.set(known[1]);
      else if (word !== 'noflags') throw new CorruptFile();
    }
    if (node.hasFailed) node.failedAtMs = nowMs;
    if (master !== '-') {
      node.master = this.#node(master);
      node.master.addReplica(node);
    }
    if (number(pingSent) !== 0) node.pingSentMs = nowMs;
    if (number(pongReceived) !== 0) node.pongReceivedMs = nowMs;
    node.configEpoch = number(epoch);
    this.#slots.push({ node, words: words.slice(8) });
  }

  #readSlots(cluster: Cluster, node: ClusterNode, word: string): void {
    const moving = /^\[(\d+)-([<>])-([0-9a-z]{40})\]$/.exec(word);
    if (moving !== null) {
      const slot = slotOf(moving[1]);
      (moving[2] === '>' ? cluster.migrating : cluster.importing).set(
        slot,
        nodeIn(cluster, moving[3], this.#server),
      );
      return;
    }
    const range = /^(\d+)(?:-(\d+))?$/.exec(word);
    if (range === null) throw new CorruptFile();
    const first = slotOf(range[1]);
    const last = range[2] === undefined ? first : slotOf(range[2]);
    for (let slot = first; slot <= last; slot++) cluster.addSlot(node, slot);
  }

  /** A node may be named as a master before its own line. */
  #node(id: string): ClusterNode {
    if (!/^[0-9a-z]{40}$/.test(id)) throw new CorruptFile();
    let node = this.#nodes.get(id);
    if (node === undefined) {
      node = new ClusterNode(id, 0, this.#server.nowMs);
      this.#nodes.set(id, node);
    }
    return node;
  }
}

function nodeIn(cluster: Cluster, id: string, server: Server): ClusterNode {
  let node = cluster.find(id);
  if (node === null) {
    node = new ClusterNode(id, 0, server.nowMs);
    cluster.add(node);
  }
  return node;
}

function slotOf(text: string): number {
  const slot = number(text);
  if (slot >= SLOTS) throw new CorruptFile();
  return slot;
}

function number(text: string): number {
  if (!/^\d+$/.test(text)) throw new CorruptFile();
  return Number(text);
}
