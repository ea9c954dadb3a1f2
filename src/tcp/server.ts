/** The engine behind a real TCP port, with the real clock: for real clients, tests and benchmarks. */

import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { type Ending, Engine, loadScripting } from '../engine/index.ts';
import { DiskFailure, type RealDisk, recover, shutDown, VirtualDisk } from '../engine/process.ts';
import type { Input, LinkInput, Output, SessionStart, Unsent } from '../protocol/session.ts';
import { Dialing, farEnd, nearEnd } from './dialing.ts';
import { type FileSystem, FolderDisk } from './folder.ts';
import { lockFolder } from './folder-lock.ts';
import { hangUp } from './hang-up.ts';
import { NamedFilesDisk } from './named-files.ts';
import { isFree } from './ports.ts';

export interface TcpServer {
  readonly port: number;
  readonly engine: Engine;
  /** Saves as configured and ends, as after a signal. False if the disk refused: then the server keeps running. */
  end(): Promise<boolean>;
  /** Ends, whether the disk takes the rest or not. */
  stop(): Promise<void>;
}

export interface TcpOptions {
  readonly port: number;
  readonly host: string;
  readonly start: SessionStart;
  /** A real folder for the server's files; without one they live as long as the process. */
  readonly folder?: string;
  /** Instead of the real file system. */
  readonly files?: FileSystem;
  /** Called when the engine has failed at an input: it goes on without that client, or the server has stopped. */
  onFault?(problem: unknown, input: TcpInput, goesOn: boolean): void;
  /** Called when the server has ended by itself: SHUTDOWN, or a disk that failed. */
  onEnd?(because: string, reason: Ending['reason'] | null): void;
}

/** All that a server hears from its sockets and its timer. */
export type TcpInput = Input | Unsent | LinkInput;

/** Why a server was not started; nothing has been written. */
export class StartRefused extends Error {}

const FAULT_REPLY =
  '-ERR internal error: this command failed inside the server, perhaps half done. Its log has the details.\r\n';

/** The port of the cluster bus lies so far above that of the clients. */
const BUS_PORT_DISTANCE = 10000;

/** A timer cannot be set further ahead; the engine says again when it wants to be woken. */
const MAX_DELAY_MS = 2147483647;

/** It never changes, and asking for it with every portion of input takes longer than the sum. */
const { timeOrigin } = performance;

export function wallClockMs(): number {
  return Math.round((timeOrigin + performance.now()) * 1000) / 1000;
}

function openFolder(folder: string, files: FileSystem | undefined): FolderDisk {
  try {
    return new FolderDisk(folder, files);
  } catch (problem) {
    if (!(problem instanceof DiskFailure)) throw problem;
    throw new StartRefused(`Can't use the folder '${folder}': ${problem.text}`);
  }
}

export async function listen(options: TcpOptions): Promise<TcpServer> {
  await loadScripting();
  const folder = options.folder === undefined ? null : openFolder(options.folder, options.files);
  const { sentinel = '', configFile = '', config } = options.start;
  const named = [config.aclfile ?? '', sentinel, configFile].filter((path) => path !== '');
  const namedFiles = folder === null && named.length > 0 ? new NamedFilesDisk(named, options.files) : null;
  const unlock = folder === null ? () => {} : await lockFolder(folder.folder);
  if (unlock === null) {
    throw new StartRefused(`Another server has the folder '${folder?.folder}'. Nothing was changed.`);
  }
  const sockets = new Map<number, Socket>();
  /** Those of which nothing is read for a while. */
  const paused = new Map<number, Socket>();
  let nextClient = 1;
  let lastMs = options.start.startMs;
  let timer: NodeJS.Timeout | undefined;
  let timerAtMs: number | null = null;

  /** The wall clock may be set back; the engine's time never is. */
  const now = (): number => {
    lastMs = Math.max(lastMs, wallClockMs());
    return lastMs;
  };

  /** Nothing is heard any more: a step would set the timer again, and a node that is stopped would go on. */
  let isClosed = false;

  const close = (): void => {
    isClosed = true;
    clearTimeout(timer);
    server.close();
    busServer?.close();
    dialing.close();
    folder?.close();
    namedFiles?.close();
    unlock();
  };

  /** A step; null when the engine cannot go on. */
  const step = (input: TcpInput): Output | null => {
    try {
      return engine.step(input);
    } catch (problem) {
      const culprit = input.type === 'data' ? input.client : engine.server.scripting.caller?.id;
      let output: Output | null = null;
      try {
        if (culprit !== undefined) {
          recover(engine, culprit);
          // Others may have been written to before it happened.
          output = engine.step({ type: 'tick', nowMs: input.nowMs });
        }
      } catch {
        // Report the first problem.
      }
      options.onFault?.(problem, input, output !== null);
      const socket = sockets.get(culprit ?? 0);
      if (output === null || culprit === undefined || socket === undefined) return output;
      sockets.delete(culprit);
      socket.write(FAULT_REPLY);
      hangUp(socket);
      return output;
    }
  };

  const take = (input: TcpInput): void => {
    if (isClosed) return;
    const output = step(input);
    if (output === null) {
      for (const socket of sockets.values()) socket.destroy();
      close();
      return;
    }
    for (const { client, bytes } of output.replies) send(client, bytes);
    for (const client of output.closed) {
      const socket = sockets.get(client);
      sockets.delete(client);
      if (socket === undefined) continue;
      const isAnswered = output.replies.some((reply) => reply.client === client);
      // A client that is cut off because it does not read or sends too much would never take the rest either.
      const isSender = input.type === 'data' && input.client === client;
      if (!isAnswered && (socket.writableNeedDrain || isSender)) socket.destroy();
      else hangUp(socket);
    }
    if (output.outgoing !== undefined) for (const each of output.outgoing) dialing.carry(each);
    if (paused.size > 0) resumeAll();
    if (engine.downBecause !== null) {
      close();
      options.onEnd?.(engine.downBecause, engine.endReason);
      return;
    }
    followPort();
    if (output.wakeAtMs !== timerAtMs) {
      timerAtMs = output.wakeAtMs;
      clearTimeout(timer);
      if (timerAtMs !== null)
        timer = setTimeout(tick, Math.min(MAX_DELAY_MS, Math.max(0, timerAtMs - lastMs)));
    }
  };

  /** Reports the bytes that a slow reader has not read to the engine: it may be too much. */
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

  /** The kernel keeps what a client sends while nothing is read of it, and makes the client wait. */
  const resumeAll = (): void => {
    for (const [client, socket] of paused) {
      if (engine.isHeld(client)) continue;
      paused.delete(client);
      socket.resume();
    }
  };

  const tick = (): void => {
    timerAtMs = null;
    take({ type: 'tick', nowMs: now() });
  };

  const accept = (socket: Socket, bus: boolean): void => {
    const client = nextClient++;
    sockets.set(client, socket);
    const keepAliveSeconds = engine.server.config.number('tcp-keepalive');
    if (keepAliveSeconds > 0) socket.setKeepAlive(true, keepAliveSeconds * 1000);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      paused.delete(client);
      if (sockets.delete(client)) take({ type: 'close', nowMs: now(), client });
    });
    take({ type: 'accepted', nowMs: now(), client, from: farEnd(socket), to: nearEnd(socket), bus });
    if (!sockets.has(client)) return;
    socket.on('data', (chunk: Buffer) => {
      if (!sockets.has(client)) return;
      // A plain view: Buffer's own subarray is slower, and arguments are made of subarrays.
      const bytes = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length);
      take({ type: 'data', nowMs: now(), client, bytes });
      if (engine.isHeld(client) && sockets.has(client)) {
        paused.set(client, socket);
        socket.pause();
      }
    });
  };
  const acceptClient = (socket: Socket): void => accept(socket, false);
  let server = createServer({ noDelay: true }, acceptClient);
  /** The port of the cluster bus. */
  let busServer: ReturnType<typeof createServer> | null = null;
  const dialing = new Dialing((input) => take(input), now);

  /** CONFIG SET port: the engine has asked whether it can be had. Those who are connected stay. */
  const followPort = (): void => {
    const wanted = engine.server.settings.port;
    if (wanted === configuredPort) return;
    configuredPort = wanted;
    server.close();
    server = createServer({ noDelay: true }, acceptClient);
    // Another process may have taken it in between; then nobody else can connect, as with port 0.
    server.on('error', () => {});
    if (wanted !== 0) server.listen(wanted, options.host);
  };

  // The port comes first: who does not get it must not touch the files.
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  }).catch((problem) => {
    unlock();
    throw problem;
  });

  let engine: Engine;
  try {
    engine = startEngine(options.start, folder ?? namedFiles, folder?.folder);
  } catch (problem) {
    close();
    throw problem;
  }
  engine.mayListen = isFree;
  engine.hasNetwork = true;
  if (engine.server.bus !== null) {
    const bus = createServer({ noDelay: true }, (socket) => accept(socket, true));
    busServer = bus;
    const { config } = engine.server;
    const busPort =
      config.number('cluster-port') || (server.address() as AddressInfo).port + BUS_PORT_DISTANCE;
    await new Promise<void>((resolve, reject) => {
      bus.once('error', reject);
      bus.listen(busPort, options.host, resolve);
    }).catch((problem) => {
      close();
      throw problem;
    });
  }
  let configuredPort = engine.server.config.number('port');
  // A sentinel begins to watch and a replica dials its master, without anybody asking.
  const { links, alarms } = engine.server;
  if (links.hasOutgoing || alarms.nextAtMs !== Number.POSITIVE_INFINITY) tick();

  const leave = (): Promise<void> =>
    new Promise((resolve) => {
      for (const socket of sockets.values()) socket.destroy();
      server.close(() => resolve());
      close();
    });

  const save = (isForced: boolean): boolean =>
    folder === null || engine.downBecause !== null || shutDown(engine.server, 'as-configured', isForced);

  return {
    port: (server.address() as AddressInfo).port,
    engine,
    async end() {
      if (!save(false)) return false;
      await leave();
      return true;
    },
    async stop() {
      save(true);
      await leave();
    },
  };
}

/** Reads what the configuration names. Whatever is there and cannot be read is a reason not to start. */
function startEngine(start: SessionStart, real: RealDisk | null, dir: string | undefined): Engine {
  const config = dir === undefined ? start.config : { ...start.config, dir };
  const engine = new Engine({ ...start, config }, new VirtualDisk(real));
  if (engine.downBecause !== null) throw new StartRefused(engine.downBecause);
  return engine;
}
