/**
 * Connections that the server itself makes: a replica to its master, a node of a cluster to the others, a sentinel to
 * the servers that it watches. Who carries the bytes is of no concern here: what is to be done leaves as data with the
 * output of the step (`take`), and what became of it comes back as inputs (`hear`).
 *
 *     const link = server.links.dial({ host: '10.0.0.7', port: 6379 }, {
 *       connected: () => link.send(bytesOf('PING\r\n')),
 *       received: (bytes) => …,
 *       ended: () => …,
 *     });
 */
import type { Address, LinkInput, Outgoing } from '../../protocol/session.ts';

/** What the network says of a link. */
export type HeardOfLink = Exclude<LinkInput, { type: 'accepted' }>;

/** Hears what becomes of a link. Nothing is heard any more after `ended`, nor after hanging up. */
export interface LinkOwner {
  connected(local: Address): void;
  received(bytes: Uint8Array): void;
  /** It was refused, or it stood and is gone. */
  ended(): void;
}

export class Link {
  readonly id: number;
  readonly to: Address;
  readonly #links: Links;
  readonly owner: LinkOwner;
  /** Our end; null until the connection stands. */
  local: Address | null = null;

  constructor(links: Links, id: number, to: Address, owner: LinkOwner) {
    this.#links = links;
    this.id = id;
    this.to = to;
    this.owner = owner;
  }

  get isOpen(): boolean {
    return this.#links.has(this);
  }

  /** The bytes are not copied: they must not change. Dropped if the link has ended. */
  send(bytes: Uint8Array): void {
    if (this.isOpen && bytes.length > 0) this.#links.push({ type: 'send', link: this.id, bytes });
  }

  /** Its owner hears nothing any more. */
  hangUp(): void {
    if (this.#links.forget(this)) this.#links.push({ type: 'hang-up', link: this.id });
  }
}

/** Clients on connections that this server has made have numbers of their own: this and that of the connection. */
export const FIRST_DIALED_CLIENT = 2 ** 32;

export class Links {
  readonly #open = new Map<number, Link>();
  #outgoing: Outgoing[] = [];
  #lastId: number;

  /** `lastId`: the last number that an earlier process of this server has used. */
  constructor(lastId = 0) {
    this.#lastId = lastId;
  }

  get lastId(): number {
    return this.#lastId;
  }

  get count(): number {
    return this.#open.size;
  }

  /** Whether the step has something for the network. */
  get hasOutgoing(): boolean {
    return this.#outgoing.length > 0;
  }

  has(link: Link): boolean {
    return this.#open.get(link.id) === link;
  }

  dial(to: Address, owner: LinkOwner): Link {
    const link = new Link(this, ++this.#lastId, to, owner);
    this.#open.set(link.id, link);
    this.push({ type: 'dial', link: link.id, to });
    return link;
  }

  push(outgoing: Outgoing): void {
    this.#outgoing.push(outgoing);
  }

  forget(link: Link): boolean {
    return this.has(link) && this.#open.delete(link.id);
  }

  take(): readonly Outgoing[] {
    const outgoing = this.#outgoing;
    this.#outgoing = [];
    return outgoing;
  }

  /** The process ends: its connections end with it. What was still to be sent is not. */
  dropAll(): readonly Outgoing[] {
    const ended = [...this.#open.keys()].map((link): Outgoing => ({ type: 'hang-up', link }));
    this.#open.clear();
    this.#outgoing = [];
    return ended;
  }

  /** The network may still speak of a link that was hung up: nobody hears it. */
  hear(input: HeardOfLink): void {
    const link = this.#open.get(input.link);
    if (link === undefined) return;
    if (input.type === 'connected') {
      link.local = input.local;
      link.owner.connected(input.local);
    } else if (input.type === 'received') {
      link.owner.received(input.bytes);
    } else {
      this.#open.delete(link.id);
      link.owner.ended();
    }
  }
}

/**
 * Hears those who connect to the port of the cluster bus. They are no clients: they speak another protocol. Their
 * numbers are those of clients, and `server.busAnswers` takes what is written to them.
 */
export interface BusListener {
  accepted(connection: number, from: Address, to: Address): void;
  received(connection: number, bytes: Uint8Array): void;
  ended(connection: number): void;
  has(connection: number): boolean;
}
