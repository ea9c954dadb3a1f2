/**
 * The real redis-server as something to compare with: start one, talk to it in raw bytes, stop it.
 *
 *   const redis = await startRedis();
 *   const client = await WireClient.connect(redis.port);
 *   await client.send(['SET', 'k', 'v']);   // the bytes "+OK\r\n"
 *   client.close();
 *   await redis.stop();
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { encodeCommand as encodeArguments } from '../protocol/resp.ts';
import { encodeUtf8 } from '../protocol/utf8.ts';
import { ReplyScanner } from './reply-scanner.ts';

export interface RunningRedis {
  readonly port: number;
  stop(): Promise<void>;
}

/** A port that was free a moment ago, at 127.0.0.1; never 6379, where a server of the machine's own may be. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('the port of a listening server is not known'));
      });
    });
  });
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts one server; null if it ended before it answered, as when somebody else took the port. */
async function tryStart(
  port: number,
  folder: string,
  options: readonly string[],
): Promise<ChildProcess | null> {
  const program = process.env.REDIS_SERVER || 'redis-server';
  const child = spawn(
    program,
    [
      '--port',
      `${port}`,
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      folder,
      ...options,
    ],
    { stdio: 'ignore' },
  );
  running.add(child);
  let failure: Error | null = null;
  let ended = false;
  child.on('error', (error) => {
    failure = error;
  });
  child.on('close', () => {
    ended = true;
    running.delete(child);
  });
  while (!ended && failure === null) {
    try {
      (await WireClient.connect(port)).close();
      // Another server with the same port may have answered: ours would then have ended.
      await pause(10);
      if (!ended) return child;
    } catch {
      await pause(10);
    }
  }
  if (failure !== null) throw new Error(`${program} could not be started`, { cause: failure });
  return null;
}

/**
 * Starts a redis-server of its own on a free port, without persistence, in an empty folder. `options` are
 * added to its command line: `['--hash-max-listpack-entries', '4']`.
 */
export async function startRedis(options: readonly string[] = []): Promise<RunningRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'rediscope-oracle-'));
  for (let attempt = 0; attempt < 5; attempt++) {
    const port = await freePort();
    const child = await tryStart(port, folder, options);
    if (child === null) continue;
    return {
      port,
      async stop() {
        if (running.has(child)) {
          const closed = new Promise((resolve) => child.once('close', resolve));
          child.kill('SIGKILL');
          await closed;
        }
        await rm(folder, { recursive: true, force: true });
      },
    };
  }
  await rm(folder, { recursive: true, force: true });
  throw new Error(`redis-server ended at once, five times; its options were: ${options.join(' ')}`);
}

/** A command as a client sends it: an array of bulk strings. Strings are sent as UTF-8. */
export function encodeCommand(args: readonly (string | Uint8Array)[]): Uint8Array {
  return encodeArguments(args.map((arg) => (typeof arg === 'string' ? encodeUtf8(arg) : arg)));
}

interface Waiting {
  resolve(reply: Uint8Array): void;
  reject(error: Error): void;
}

/**
 * A connection that returns replies as the bytes on the wire. Every complete reply counts as one, a push of RESP3 or a
 * published message too: `next` takes those without a command.
 */
export class WireClient {
  readonly #socket: Socket;
  readonly #scanner = new ReplyScanner();
  readonly #replies: Uint8Array[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #watching: (() => void)[] = [];
  #end: Error | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('error', (error) => this.#finish(error));
    socket.on('close', () => this.#finish(new Error('the server closed the connection')));
  }

  static connect(port: number, host = '127.0.0.1'): Promise<WireClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host, noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new WireClient(socket));
      });
    });
  }

  /** Sends one command and resolves to the bytes of one reply. Several may be under way at once. */
  send(args: readonly (string | Uint8Array)[]): Promise<Uint8Array> {
    this.sendRaw(encodeCommand(args));
    return this.next();
  }

  /** Writes bytes as they are: inline commands, half a command, nonsense. Replies are taken with `next`. */
  sendRaw(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }

  /** The next reply that nobody waits for yet; rejects if the server disconnects before it is complete. */
  next(): Promise<Uint8Array> {
    const reply = this.#replies.shift();
    if (reply !== undefined) return Promise.resolve(reply);
    if (this.#end !== null) return Promise.reject(this.#end);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /** Resolves when a reply is there or the server has disconnected, and in any case after this many milliseconds. */
  async arrival(ms: number): Promise<void> {
    if (this.#replies.length > 0 || this.#end !== null) return;
    await Promise.race([pause(ms), new Promise<void>((resolve) => this.#watching.push(resolve))]);
  }

  /** The replies that are there and that nobody waits for, or the first few of them. */
  takeArrived(count = this.#replies.length): Uint8Array[] {
    return this.#replies.splice(0, count);
  }

  get hasEnded(): boolean {
    return this.#end !== null;
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Uint8Array): void {
    try {
      for (const reply of this.#scanner.push(chunk)) {
        const waiting = this.#waiting.shift();
        if (waiting === undefined) this.#replies.push(reply);
        else waiting.resolve(reply);
      }
      for (const resolve of this.#watching.splice(0)) resolve();
    } catch (error) {
      this.#finish(error as Error);
      this.#socket.destroy();
    }
  }

  #finish(error: Error): void {
    this.#end ??= error;
    for (const waiting of this.#waiting.splice(0)) waiting.reject(this.#end);
    for (const resolve of this.#watching.splice(0)) resolve();
  }
}
