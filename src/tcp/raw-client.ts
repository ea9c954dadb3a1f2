/** A client of tests that sends any bytes and notes what comes back until the server hangs up. */
import { connect, type Socket } from 'node:net';

export class RawClient {
  readonly socket: Socket;
  /** What came so far. */
  received = '';
  /** Resolves when the connection is over, however that came about. */
  readonly ended: Promise<void>;
  hasEnded = false;
  readonly #watching: (() => void)[] = [];

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.on('data', (chunk) => {
      this.received += chunk.toString('latin1');
      for (const look of this.#watching) look();
    });
    this.socket.on('error', () => {});
    this.ended = new Promise((resolve) => {
      this.socket.on('close', () => {
        this.hasEnded = true;
        resolve();
        for (const look of this.#watching) look();
      });
    });
  }

  send(bytes: string | Uint8Array): this {
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    return this;
  }

  /** Sends the same again and again, each time when the last is on its way, until the connection is over. */
  async insist(bytes: Uint8Array): Promise<number> {
    let sent = 0;
    while (!this.hasEnded) {
      const isTaken = new Promise<void>((resolve) => this.socket.write(bytes, () => resolve()));
      await Promise.race([isTaken, this.ended]);
      // A failed write returns immediately: let the end event arrive.
      await new Promise((resolve) => setImmediate(resolve));
      sent += bytes.length;
    }
    return sent;
  }

  /** Resolves when this has come, or the connection is over. */
  arrived(text: string): Promise<void> {
    return new Promise((resolve) => {
      let searched = 0;
      const look = () => {
        if (this.received.includes(text, searched) || this.hasEnded) resolve();
        searched = Math.max(0, this.received.length - text.length);
      };
      this.#watching.push(look);
      look();
    });
  }

  close(): void {
    this.socket.destroy();
  }
}
