/** The two that play a transcript: the engine in this process and a real redis-server. */
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Engine } from '../engine/server/engine.ts';
import type { Generation } from '../protocol/session.ts';
import { encodeCommand, startRedis, WireClient } from './oracle.ts';
import { parseTranscript, rawOutcome, type TranscriptLine, transcriptOptions } from './transcript.ts';

/** A moment after every "past" and before every "future" that transcripts speak of. */
export const TRANSCRIPT_START_MS = 1_750_000_000_000;

export const transcriptFolder = join(import.meta.dirname, '../engine/transcripts');

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

/** The engine with named connections, answering in bytes as a server would over the wire. */
export class EngineClients {
  readonly engine: Engine;
  nowMs: number;
  readonly #clients = new Map<string, number>();
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
    for (const closed of output.closed) {
      for (const [name, known] of this.#clients) if (known === closed) this.#clients.delete(name);
    }
    return output.replies.find((reply) => reply.client === number)?.bytes ?? new Uint8Array(0);
  }

  /** Everything that comes of raw bytes on a connection of its own, which ends after it. */
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
    }
    return number;
  }
}

export function playOnEngine(lines: readonly TranscriptLine[]): Uint8Array[] {
  const clients = new EngineClients(transcriptOptions(lines));
  const replies: Uint8Array[] = [];
  let client = 'a';
  for (const line of lines) {
    if (line.type === 'wait') clients.nowMs += line.ms;
    if (line.type === 'client') client = line.name;
    if (line.type !== 'command') continue;
    replies.push(line.raw === undefined ? clients.send(line.args, client) : clients.sendAlone(line.raw));
  }
  return replies;
}

export async function playOnRedis(lines: readonly TranscriptLine[]): Promise<Uint8Array[]> {
  const options = Object.entries(transcriptOptions(lines)).flatMap(([name, value]) => [`--${name}`, value]);
  const redis = await startRedis(options);
  const clients = new Map<string, WireClient>();
  const connection = async (name: string): Promise<WireClient> => {
    let client = clients.get(name);
    if (client === undefined) {
      client = await WireClient.connect(redis.port);
      clients.set(name, client);
    }
    return client;
  };
  try {
    const replies: Uint8Array[] = [];
    let client = 'a';
    for (const line of lines) {
      if (line.type === 'wait') await pause(line.ms);
      if (line.type === 'client') client = line.name;
      if (line.type !== 'command') continue;
      if (line.raw === undefined) replies.push(await (await connection(client)).send(line.args));
      else replies.push(await sendAlone(redis.port, line.raw));
    }
    return replies;
  } finally {
    for (const client of clients.values()) client.close();
    await redis.stop();
  }
}

/** Turns of the server's loop after which it has surely read and answered what one connection sent. */
const TURNS = 40;

/** The same from a real server: another connection is asked until the server has come round often enough. */
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
