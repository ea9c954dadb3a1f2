/** A TCP connection in a network that can be parted: what is sent meanwhile, and the end of a connection, comes later. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export class HeldLink {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #waiting: (() => void)[] | null = null;

  private constructor(server: Server, to: number) {
    this.#server = server;
    server.on('connection', (near) => {
      const far = connect({ port: to, host: '127.0.0.1', noDelay: true });
      near.setNoDelay(true);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ]) {
        this.#sockets.add(one);
        one.on('error', () => one.destroy());
        one.on('data', (bytes) => this.#carry(() => other.write(bytes)));
        one.on('close', () => {
          this.#sockets.delete(one);
          this.#carry(() => other.end());
        });
      }
    });
  }

  static async to(port: number): Promise<HeldLink> {
    const server = createServer();
    const link = new HeldLink(server, port);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return link;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #carry(act: () => void): void {
    if (this.#waiting === null) act();
    else this.#waiting.push(act);
  }

  hold(): void {
    this.#waiting ??= [];
  }

  release(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const act of waiting) act();
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
