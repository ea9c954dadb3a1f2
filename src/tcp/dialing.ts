/** Carries the connections that the engine makes itself: to its master, to other nodes. */
import { connect, type Socket } from 'node:net';
import type { Address, LinkInput, Outgoing } from '../protocol/session.ts';

/** A host that does not answer at all. */
const CONNECT_TIMEOUT_MS = 30_000;

export class Dialing {
  readonly #sockets = new Map<number, Socket>();
  readonly #hear: (input: LinkInput) => void;
  readonly #now: () => number;

  constructor(hear: (input: LinkInput) => void, now: () => number) {
    this.#hear = hear;
    this.#now = now;
  }

  carry(outgoing: Outgoing): void {
    const { link } = outgoing;
    if (outgoing.type === 'dial') this.#dial(link, outgoing.to);
    else if (outgoing.type === 'send') this.#sockets.get(link)?.write(outgoing.bytes);
    else this.#hangUp(link);
  }

  #dial(link: number, { host, port }: Address): void {
    const socket = connect({ host, port, noDelay: true });
    this.#sockets.set(link, socket);
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => socket.destroy());
    socket.on('connect', () => {
      socket.setTimeout(0);
      this.#hear({ type: 'connected', nowMs: this.#now(), link, local: nearEnd(socket) });
    });
    socket.on('data', (chunk: Buffer) => {
      if (this.#sockets.get(link) !== socket) return;
      const bytes = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length);
      this.#hear({ type: 'received', nowMs: this.#now(), link, bytes });
    });
    socket.on('error', () => socket.destroy());
    // The other side has ended its half, and a server never goes on with one half.
    socket.on('end', () => socket.destroy());
    socket.on('close', () => {
      if (this.#sockets.delete(link)) this.#hear({ type: 'ended', nowMs: this.#now(), link });
    });
  }

  #hangUp(link: number): void {
    const socket = this.#sockets.get(link);
    this.#sockets.delete(link);
    if (socket === undefined) return;
    // What was sent before goes out first.
    if (socket.connecting) socket.destroy();
    else socket.end(() => socket.destroy());
  }

  close(): void {
    for (const socket of this.#sockets.values()) socket.destroy();
    this.#sockets.clear();
  }
}

export function nearEnd(socket: Socket): Address {
  return { host: plain(socket.localAddress), port: socket.localPort ?? 0 };
}

export function farEnd(socket: Socket): Address {
  return { host: plain(socket.remoteAddress), port: socket.remotePort ?? 0 };
}

/** An address of IPv4 without its coat of IPv6. */
function plain(host = '127.0.0.1'): string {
  return host.replace(/^::ffff:/, '');
}
