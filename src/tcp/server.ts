/** The engine behind a real TCP port, with the real clock: for real clients, tests and benchmarks. */

import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { shutDown } from '../engine/persistence/shutdown.ts';
import { loadScripting } from '../engine/scripting/loader.ts';
import { Engine } from '../engine/server/engine.ts';
import type { Input, Output, SessionStart, Unsent } from '../protocol/session.ts';
import { FolderMirror, readFolder } from './folder.ts';

export interface TcpServer {
  readonly port: number;
  readonly engine: Engine;
  stop(): Promise<void>;
}

export interface TcpOptions {
  readonly port: number;
  readonly host: string;
  readonly start: SessionStart;
  /** A real folder in which the server's files are kept; without one they live as long as the process. */
  readonly folder?: string;
  /** Called when the engine has failed; the server has stopped serving. */
  onFault?(problem: unknown): void;
  /** Called when the server has ended by itself: SHUTDOWN, or a disk that failed. */
  onEnd?(because: string): void;
}

/** A timer cannot be set further ahead; the engine says again when it wants to be woken. */
const MAX_DELAY_MS = 2147483647;

export function wallClockMs(): number {
  return Math.round((performance.timeOrigin + performance.now()) * 1000) / 1000;
}

export async function listen(options: TcpOptions): Promise<TcpServer> {
  await loadScripting();
  const { folder } = options;
  const files = folder === undefined ? [] : readFolder(folder);
  const engine = new Engine({ ...options.start, files });
  if (engine.downBecause !== null) throw new Error(engine.downBecause);
  const mirror = folder === undefined ? null : new FolderMirror(folder);
  mirror?.update(engine.disk);
  const sockets = new Map<number, Socket>();
  let nextClient = 1;
  let lastMs = options.start.startMs;
  let timer: NodeJS.Timeout | undefined;
  let timerAtMs: number | null = null;

  /** The wall clock may be set back; the engine's time never is. */
  const now = (): number => {
    lastMs = Math.max(lastMs, wallClockMs());
    return lastMs;
  };

  const take = (input: Input | Unsent): void => {
    let output: Output;
    try {
      output = engine.step(input);
    } catch (problem) {
      clearTimeout(timer);
      for (const socket of sockets.values()) socket.destroy();
      server.close();
      options.onFault?.(problem);
      return;
    }
    // What was promised to be in a file is there before anybody hears of it.
    mirror?.update(engine.disk);
    for (const { client, bytes } of output.replies) send(client, bytes);
    for (const client of output.closed) {
      const socket = sockets.get(client);
      sockets.delete(client);
      const isAnswered = output.replies.some((reply) => reply.client === client);
      // Whoever is cut off because it does not read would never take the rest either.
      if (!isAnswered && socket?.writableNeedDrain) socket.destroy();
      else socket?.end();
    }
    if (engine.downBecause !== null) {
      clearTimeout(timer);
      server.close();
      options.onEnd?.(engine.downBecause);
      return;
    }
    if (output.wakeAtMs !== timerAtMs) {
      timerAtMs = output.wakeAtMs;
      clearTimeout(timer);
      if (timerAtMs !== null)
        timer = setTimeout(tick, Math.min(MAX_DELAY_MS, Math.max(0, timerAtMs - lastMs)));
    }
  };

  /** What a slow reader has not taken yet, the engine hears of: it may be too much. */
  const send = (client: number, bytes: Uint8Array): void => {
    const socket = sockets.get(client);
    if (socket === undefined || socket.write(bytes)) return;
    const report = () => {
      if (sockets.get(client) !== socket) return;
      take({ type: 'unsent', nowMs: now(), client, bytes: socket.writableLength });
    };
    socket.removeAllListeners('drain');
    socket.once('drain', report);
    setImmediate(report);
  };

  const tick = (): void => {
    timerAtMs = null;
    take({ type: 'tick', nowMs: now() });
  };

  const server = createServer({ noDelay: true }, (socket) => {
    const client = nextClient++;
    sockets.set(client, socket);
    take({ type: 'open', nowMs: now(), client });
    socket.on('data', (chunk: Buffer) => {
      if (!sockets.has(client)) return;
      // A plain view: Buffer's own subarray is slower, and arguments are made of subarrays.
      const bytes = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length);
      take({ type: 'data', nowMs: now(), client, bytes });
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (sockets.delete(client)) take({ type: 'close', nowMs: now(), client });
    });
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });

  return {
    port: (server.address() as AddressInfo).port,
    engine,
    stop: () =>
      new Promise((resolve) => {
        clearTimeout(timer);
        if (mirror !== null && engine.downBecause === null) {
          shutDown(engine.server, 'as-configured', true);
          mirror.update(engine.disk);
        }
        for (const socket of sockets.values()) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
