/**
 * The connections of the bus. A node dials every other one and pings it over its own connection; pongs come back on the
 * same one. So between two nodes there are two connections, and each side trusts the one that it made.
 */
import type { Address } from '../../protocol/session.ts';
import { concatBytes } from '../base/bytes.ts';
import type { BusLink } from '../state/cluster/bus-link.ts';
import type { Cluster } from '../state/cluster/cluster.ts';
import type { ClusterNode } from '../state/cluster/node.ts';
import type { BusListener, Link } from '../state/links.ts';
import type { Server } from '../state/server.ts';
import { lengthOf } from './message.ts';

/** Takes a whole message. It may close the link. */
export type Hear = (link: BusLink, bytes: Uint8Array) => void;

const NOTHING = new Uint8Array(0);

/** Cuts what arrives into messages. */
class MessageCutter {
  #pending = NOTHING;

  /** False if what arrives is no message: the connection is of no use any more. */
  push(bytes: Uint8Array, take: (message: Uint8Array) => boolean): boolean {
    let rest = this.#pending.length === 0 ? bytes : concatBytes([this.#pending, bytes]);
    for (;;) {
      const length = lengthOf(rest);
      if (length === 0) return false;
      if (length === null || rest.length < length) break;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      if (!take(message)) return true;
    }
    // The carrier may use these bytes again: keep a copy.
    this.#pending = rest.length === 0 ? NOTHING : rest.slice();
    return true;
  }
}

class Outbound implements BusLink {
  readonly isInbound = false;
  readonly createdAtMs: number;
  readonly remoteHost: string;
  node: ClusterNode | null;
  localHost = '';
  readonly #link: Link;

  constructor(server: Server, node: ClusterNode, hear: Hear, onConnected: (link: BusLink) => void) {
    this.createdAtMs = server.nowMs;
    this.node = node;
    this.remoteHost = node.host;
    const cutter = new MessageCutter();
    this.#link = server.links.dial(
      { host: node.host, port: node.busPort },
      {
        connected: (local) => {
          this.localHost = local.host;
          onConnected(this);
        },
        received: (bytes) => {
          const take = (message: Uint8Array) => {
            hear(this, message);
            return this.#link.isOpen;
          };
          if (!cutter.push(bytes, take)) this.close();
        },
        ended: () => this.#forget(),
      },
    );
  }

  send(message: Uint8Array): void {
    this.#link.send(message);
  }

  close(): void {
    this.#link.hangUp();
    this.#forget();
  }

  #forget(): void {
    if (this.node?.link === this) this.node.link = null;
  }
}

class Inbound implements BusLink {
  readonly isInbound = true;
  readonly createdAtMs: number;
  readonly localHost: string;
  readonly remoteHost: string;
  readonly cutter = new MessageCutter();
  node: ClusterNode | null = null;
  isOpen = true;
  readonly #server: Server;
  readonly #cluster: Cluster;
  readonly #connection: number;

  constructor(server: Server, cluster: Cluster, connection: number, from: Address, to: Address) {
    this.#server = server;
    this.#cluster = cluster;
    this.#connection = connection;
    this.createdAtMs = server.nowMs;
    this.localHost = to.host;
    this.remoteHost = from.host;
  }

  send(message: Uint8Array): void {
    if (this.isOpen) this.#server.busAnswers.push({ client: this.#connection, bytes: message });
  }

  close(): void {
    if (!this.isOpen) return;
    this.#server.closing.push(this.#connection);
    this.forget();
  }

  forget(): void {
    this.isOpen = false;
    this.#cluster.inbound.delete(this.#connection);
    if (this.node?.inbound === this) this.node.inbound = null;
  }
}

/** Connects to a node. */
export function dialNode(
  server: Server,
  node: ClusterNode,
  hear: Hear,
  onConnected: (link: BusLink) => void,
): void {
  node.link = new Outbound(server, node, hear, onConnected);
}

/** The port of the bus. */
export class BusPort implements BusListener {
  readonly #server: Server;
  readonly #cluster: Cluster;
  readonly #hear: Hear;

  constructor(server: Server, cluster: Cluster, hear: Hear) {
    this.#server = server;
    this.#cluster = cluster;
    this.#hear = hear;
  }

  accepted(connection: number, from: Address, to: Address): void {
    const link = new Inbound(this.#server, this.#cluster, connection, from, to);
    this.#cluster.inbound.set(connection, link);
  }

  received(connection: number, bytes: Uint8Array): void {
    const link = this.#cluster.inbound.get(connection);
    if (!(link instanceof Inbound)) return;
    const take = (message: Uint8Array) => {
      this.#hear(link, message);
      return link.isOpen;
    };
    if (!link.cutter.push(bytes, take)) link.close();
  }

  ended(connection: number): void {
    const link = this.#cluster.inbound.get(connection);
    if (link instanceof Inbound) link.forget();
  }

  has(connection: number): boolean {
    return this.#cluster.inbound.has(connection);
  }
}

/** From now on messages of the node come by this connection; an older one is closed. */
export function attachInbound(node: ClusterNode, link: BusLink): void {
  if (node.inbound === link) return;
  node.inbound?.close();
  node.inbound = link;
  link.node = node;
}

/** Ends both connections with a node. */
export function closeLinks(node: ClusterNode): void {
  node.link?.close();
  node.inbound?.close();
  node.link = null;
  node.inbound = null;
}
