/** A TCP connection that can be cut: a port that leads to another one, byte for byte, until it does not. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export class CutLink {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  private constructor(server: Server, to: number) {
    this.#server = server;
    server.on('connection', (near) => {
      if (this.#isCut) {
        near.destroy();
        return;
      }
      const far = connect({ port: to, host: '127.0.0.1', noDelay: true });
      for (const [one, other] of [
        [near, far],
        [far, near],
      ]) {
        this.#sockets.add(one);
        one.setNoDelay(true);
        one.on('error', () => one.destroy());
        one.on('close', () => {
          this.#sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
  }

  static async to(port: number): Promise<CutLink> {
    const server = createServer();
    const link = new CutLink(server, port);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return link;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Whatever is on its way is lost. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}
