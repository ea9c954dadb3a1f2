/** The two players of a transcript: the engine in this process and a real redis-server. */
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadScripting } from '../engine/scripting/loader.ts';
import { Engine } from '../engine/server/engine.ts';
import type { Generation, Output } from '../protocol/session.ts';
import { encodeCommand, startRedis, WireClient } from './oracle.ts';
import { ReplyScanner } from './reply-scanner.ts';
import {
  NOTHING,
  parseTranscript,
  rawOutcome,
  type TranscriptLine,
  transcriptOptions,
} from './transcript.ts';

// Transcripts may run scripts at any line.
await loadScripting();

/** A moment after every "past" and before every "future" in the transcripts. */
export const TRANSCRIPT_START_MS = 1_750_000_000_000;

export const transcriptFolder = join(import.meta.dirname, 'conformance/transcripts');

export interface TranscriptFile {
  readonly name: string;
  readonly lines: readonly TranscriptLine[];
}

export function readTranscripts(folder = transcriptFolder): TranscriptFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((name) => ({ name, lines: parseTranscript(readFileSync(join(folder, name), 'utf8')) }));
}

/** The engine with named connections, which answer in bytes as a server would over the wire. */
export class EngineClients {
  readonly engine: Engine;
  nowMs: number;
  readonly #clients = new Map<string, number>();
  /** Bytes that came to a connection without a command of its own. */
  readonly #late = new Map<string, Uint8Array[]>();
  /** Connections that the server has ended, until they are used again. */
  readonly #ended = new Set<string>();
  #wakeAtMs: number | null = null;
  #opened = 0;

  constructor(
    config: Readonly<Record<string, string>> = {},
    nowMs = TRANSCRIPT_START_MS,
    seed = 1,
    generation: Generation = '7.0',
  ) {
    this.nowMs = nowMs;
    this.engine = new Engine({ generation, seed, startMs: nowMs, config });
  }

  /** Everything the engine wrote to this connection in answer to one command. */
  send(args: readonly (string | Uint8Array)[], client = 'a'): Uint8Array {
    return this.sendRaw(encodeCommand(args), client);
  }

  sendRaw(bytes: Uint8Array, client = 'a'): Uint8Array {
    const number = this.#number(client);
    const output = this.engine.step({ type: 'data', nowMs: this.nowMs, client: number, bytes });
    this.#deliver(output, number);
    return output.replies.find((reply) => reply.client === number)?.bytes ?? new Uint8Array(0);
  }

  /** Time passes; the engine is woken whenever it requested. */
  advance(ms: number): void {
    const untilMs = this.nowMs + ms;
    while (this.#wakeAtMs !== null && this.#wakeAtMs <= untilMs) {
      this.nowMs = Math.max(this.nowMs, this.#wakeAtMs);
      this.#deliver(this.engine.step({ type: 'tick', nowMs: this.nowMs }), 0);
    }
    this.nowMs = untilMs;
  }

  /** Everything a connection received because of others, or of time, since the last call. */
  takeLate(client: string): Uint8Array {
    const portions = this.#late.get(client) ?? [];
    this.#late.delete(client);
    return Buffer.concat(portions);
  }

  /** Whether the server has ended an existing connection. */
  hasEnded(client: string): boolean {
    return this.#ended.has(client);
  }

  hangUp(client: string): void {
    const number = this.#clients.get(client);
    this.#clients.delete(client);
    this.#ended.delete(client);
    this.#late.delete(client);
    if (number !== undefined) {
      this.#deliver(this.engine.step({ type: 'close', nowMs: this.nowMs, client: number }), 0);
    }
  }

  #deliver(output: Output, sender: number): void {
    this.#wakeAtMs = output.wakeAtMs;
    for (const [name, number] of this.#clients) {
      for (const { client, bytes } of output.replies) {
        if (client !== number || client === sender) continue;
        const portions = this.#late.get(name);
        if (portions === undefined) this.#late.set(name, [bytes]);
        else portions.push(bytes);
      }
    }
    for (const closed of output.closed) {
      for (const [name, known] of this.#clients) {
        if (known !== closed) continue;
        this.#clients.delete(name);
        this.#ended.add(name);
      }
    }
  }

  /** All bytes that answer raw bytes on a connection of their own, which ends afterwards. */
  sendAlone(bytes: Uint8Array): Uint8Array {
    const client = ++this.#opened;
    const { engine, nowMs } = this;
    engine.step({ type: 'open', nowMs, client });
    const { replies, closed } = engine.step({ type: 'data', nowMs, client, bytes });
    if (closed.length === 0) engine.step({ type: 'close', nowMs, client });
    return rawOutcome(replies[0]?.bytes ?? new Uint8Array(0), closed.includes(client));
  }

  #number(client: string): number {
    let number = this.#clients.get(client);
    if (number === undefined) {
      number = ++this.#opened;
      this.engine.step({ type: 'open', nowMs: this.nowMs, client: number });
      this.#clients.set(client, number);
      this.#ended.delete(client);
    }
    return number;
  }
}

/** How long to wait for a reply before there is none: timeouts in transcripts are far below or far above. */
const SILENCE_MS = 15;

export function playOnEngine(lines: readonly TranscriptLine[]): Uint8Array[] {
  const clients = new EngineClients(transcriptOptions(lines));
  const replies: Uint8Array[] = [];
  const inboxes = new Map<string, { readonly scanner: ReplyScanner; readonly arrived: Uint8Array[] }>();
  /** Replies that have come to a connection and were not read yet. */
  const inboxOf = (name: string, came: Uint8Array) => {
    const inbox = inboxes.get(name) ?? { scanner: new ReplyScanner(), arrived: [] };
    inboxes.set(name, inbox);
    inbox.arrived.push(...inbox.scanner.push(clients.takeLate(name)), ...inbox.scanner.push(came));
    return inbox.arrived;
  };
  const nothing = new Uint8Array(0);
  for (const line of lines) {
    if (line.type === 'advance') clients.advance(line.ms);
    if (line.type === 'close') {
      clients.hangUp(line.client);
      inboxes.delete(line.client);
    }
    if (line.type !== 'command') continue;
    const { client } = line;
    if (line.raw !== undefined) {
      replies.push(clients.sendAlone(line.raw));
    } else if (line.late !== undefined) {
      const came = Buffer.concat(inboxOf(line.late, nothing).splice(0));
      replies.push(rawOutcome(came, clients.hasEnded(line.late)));
    } else {
      if (clients.hasEnded(client)) inboxes.delete(client);
      const arrived = inboxOf(client, clients.send(line.args, client));
      if (arrived.length === 0) {
        clients.advance(SILENCE_MS);
        inboxOf(client, nothing);
      }
      replies.push(arrived.shift() ?? NOTHING);
    }
  }
  return replies;
}

export async function playOnRedis(lines: readonly TranscriptLine[]): Promise<Uint8Array[]> {
  const options = Object.entries(transcriptOptions(lines)).flatMap(([name, value]) => [`--${name}`, value]);
  const redis = await startRedis(options);
  const clients = new Map<string, WireClient>();
  const connection = async (name: string): Promise<WireClient> => {
    let client = clients.get(name);
    if (client === undefined || client.hasEnded) {
      client = await WireClient.connect(redis.port);
      clients.set(name, client);
    }
    return client;
  };
  try {
    const replies: Uint8Array[] = [];
    for (const line of lines) {
      if (line.type === 'advance') await pause(line.ms);
      if (line.type === 'close') {
        clients.get(line.client)?.close();
        clients.delete(line.client);
        await settle(redis.port);
      }
      if (line.type !== 'command') continue;
      if (line.raw !== undefined) {
        replies.push(await sendAlone(redis.port, line.raw));
      } else if (line.late !== undefined) {
        await settle(redis.port);
        const asked = clients.get(line.late);
        replies.push(rawOutcome(Buffer.concat(asked?.takeArrived() ?? []), asked?.hasEnded ?? false));
      } else {
        const sender = await connection(line.client);
        sender.sendRaw(encodeCommand(line.args));
        await sender.arrival(SILENCE_MS);
        const [first] = sender.takeArrived(1);
        if (first === undefined && !sender.hasEnded) await settle(redis.port);
        replies.push(first ?? sender.takeArrived(1)[0] ?? NOTHING);
      }
    }
    return replies;
  } finally {
    for (const client of clients.values()) client.close();
    await redis.stop();
  }
}

/** Lets the server's loop turn often enough to process everything sent, and the replies arrive. */
async function settle(port: number): Promise<void> {
  const witness = await WireClient.connect(port);
  for (let turn = 0; turn < TURNS; turn++) await witness.send(['TIME']);
  witness.close();
}

/** Turns of the server's loop after which it has surely read and answered what one connection sent. */
const TURNS = 40;

/** The same for a real server: asks on another connection until the server's loop has turned often enough. */
export async function sendAlone(port: number, bytes: Uint8Array): Promise<Uint8Array> {
  const witness = await WireClient.connect(port);
  const received: Uint8Array[] = [];
  let closed = false;
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('data', (chunk) => received.push(chunk));
  socket.on('error', () => {});
  socket.on('end', () => {
    closed = true;
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  for (let turn = 0; turn < TURNS; turn++) await witness.send(['TIME']);
  socket.destroy();
  witness.close();
  return rawOutcome(Buffer.concat(received), closed);
}
