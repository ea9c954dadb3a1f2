/** The two that play a transcript: the engine in this process and a real redis-server. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Engine } from '../engine/server/engine.ts';
import { encodeCommand, startRedis, WireClient } from './oracle.ts';
import { parseTranscript, type TranscriptLine, transcriptOptions } from './transcript.ts';

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

  constructor(config: Readonly<Record<string, string>> = {}, nowMs = TRANSCRIPT_START_MS, seed = 1) {
    this.nowMs = nowMs;
    this.engine = new Engine({ generation: '7.0', seed, startMs: nowMs, config });
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
    if (line.type === 'command') replies.push(clients.send(line.args, client));
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
      if (line.type === 'command') replies.push(await (await connection(client)).send(line.args));
    }
    return replies;
  } finally {
    for (const client of clients.values()) client.close();
    await redis.stop();
  }
}
