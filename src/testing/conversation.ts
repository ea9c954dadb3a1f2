/**
 * Conversations: bytes that several clients of a real redis-server received, each on its own connection, after every line. What
 * they say is in the notation of protocol/action-lines.ts.
 *
 *   @ option notify-keyspace-events KEA      an option of the server; only before the first line
 *   @ client a 7                             a connection with the number the server gave it; written by the recorder
 *   a> SUBSCRIBE news                        sent by client a, which connects with its first line
 *   a< *3\r\n$9\r\nsubscribe\r\n…            everything a received then: escaped like the replies of transcripts
 *   b> PUBLISH news hi ;; PING               two commands in one packet
 *   a< *3\r\n$7\r\nmessage\r\n…
 *   b< :1\r\n+PONG
 *   ~ a> UNSUBSCRIBE                         compared with each client's received lines sorted
 *   a> [close]                               a disconnects; [closed] after received bytes: the server did
 *   @ wait 20                                so many milliseconds pass
 *   a> CLIENT KILL ID {b}                    the number of another client
 *
 * In received bytes, times of MONITOR are written as T and addresses as the client's name.
 */

import { connect, type Socket } from 'node:net';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { latin1 } from '../engine/base/bytes.ts';
import { Engine } from '../engine/server/engine.ts';
import { LineError, packetOf, readMarkedLine } from '../protocol/action-lines.ts';
import type { Output } from '../protocol/session.ts';
import { encodeCommand, WireClient } from './oracle.ts';
import { escapeReply } from './transcript.ts';

/** The bytes each client received, by its name; clients without any are missing. */
export type Received = Readonly<Record<string, string>>;

export type ConversationLine =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'option'; readonly text: string; readonly name: string; readonly value: string }
  | { readonly type: 'client'; readonly text: string; readonly name: string; readonly id: number }
  | { readonly type: 'wait'; readonly text: string; readonly ms: number }
  | {
      readonly type: 'said';
      readonly text: string;
      readonly line: number;
      readonly by: string;
      readonly unordered: boolean;
      /** Null when it hangs up. */
      readonly said: string | null;
      readonly received: Received;
    };

export type SaidLine = ConversationLine & { readonly type: 'said' };

const UNORDERED = '~ ';
const RECEIVED = /^([a-z])< (.*)$/;

export function parseConversation(source: string): ConversationLine[] {
  const lines: ConversationLine[] = [];
  for (const [index, text] of source.replace(/\n$/, '').split('\n').entries()) {
    const received = RECEIVED.exec(text);
    if (received === null) {
      lines.push(parseLine(text, index + 1));
      continue;
    }
    const last = lines.at(-1);
    if (last?.type !== 'said') throw new LineError(`nothing was said before: ${text}`, index + 1);
    (last.received as Record<string, string>)[received[1]] = received[2];
  }
  return lines;
}

function parseLine(text: string, line: number): ConversationLine {
  if (text === '' || text.startsWith('#')) return { type: 'text', text };
  const unordered = text.startsWith(UNORDERED);
  try {
    const read = readMarkedLine(unordered ? text.slice(UNORDERED.length) : text);
    if (read?.type === 'command' && read.client !== null) {
      return { type: 'said', text, line, by: read.client, unordered, said: read.command, received: {} };
    }
    if (read?.type === 'close') {
      return { type: 'said', text, line, by: read.client, unordered, said: null, received: {} };
    }
    if (read?.type === 'advance') return { type: 'wait', text, ms: read.ms };
    if (read?.type === 'event') {
      const [word, name, value] = read.words;
      if (word === 'option' && value !== undefined) return { type: 'option', text, name, value };
      if (word === 'client' && value !== undefined) return { type: 'client', text, name, id: Number(value) };
    }
  } catch (problem) {
    throw problem instanceof LineError ? new LineError(`${problem.message} (${text})`, line) : problem;
  }
  throw new LineError(`cannot be read: ${text}`, line);
}

export function printConversation(
  lines: readonly ConversationLine[],
  ids: ReadonlyMap<string, number>,
  received: readonly Received[],
): string {
  let printed = '';
  let next = 0;
  let hasClients = false;
  for (const line of lines) {
    if (line.type === 'client') continue;
    if (line.type === 'said' && !hasClients) {
      for (const [name, id] of ids) printed += `@ client ${name} ${id}\n`;
      hasClients = true;
    }
    printed += `${line.text}\n`;
    if (line.type !== 'said') continue;
    const all = received[next++];
    for (const name of Object.keys(all).sort()) printed += `${name}< ${all[name]}\n`;
  }
  return printed;
}

export function conversationOptions(lines: readonly ConversationLine[]): Record<string, string> {
  const options: Record<string, string> = {};
  for (const line of lines) if (line.type === 'option') options[line.name] = line.value;
  return options;
}

export function conversationClients(lines: readonly ConversationLine[]): Map<string, number> {
  const ids = new Map<string, number>();
  for (const line of lines) if (line.type === 'client') ids.set(line.name, line.id);
  return ids;
}

/** The names in the order of their first lines. */
export function speakers(lines: readonly ConversationLine[]): string[] {
  return [...new Set(lines.flatMap((line) => (line.type === 'said' ? [line.by] : [])))];
}

function bytesOfLine(said: string, ids: ReadonlyMap<string, number>): Uint8Array {
  return packetOf(said.replace(/\{(\w+)\}/g, (all, name) => String(ids.get(name) ?? all)));
}

/** The written and compared form. */
function written(
  bytes: Uint8Array,
  closed: boolean,
  unordered: boolean,
  addresses: ReadonlyMap<string, string>,
): string {
  const plain = (text: string) =>
    text
      .replace(/\+\d+\.\d{6} \[/g, '+T [')
      .replace(/127\.0\.0\.1:\d+\]/g, (address) => `${addresses.get(address.slice(0, -1)) ?? address}]`);
  const whole = plain(escapeReply(bytes));
  const text = unordered ? whole.split('\\r\\n').sort().join(' ') : whole;
  return closed ? `${text}[closed]` : text;
}

export interface Listener {
  /** The bytes received when a client says this, or hangs up. */
  say(by: string, said: string | null, unordered?: boolean): Promise<Received>;
  wait(ms: number): Promise<void>;
}

/** The engine and its clients, which have the numbers that a real server gave them. */
export class EngineConversation implements Listener {
  readonly engine: Engine;
  nowMs: number;
  readonly #ids: Map<string, number>;
  readonly #open = new Set<string>();
  readonly #addresses = new Map<string, string>();
  /** Bytes that came while time passed, reported with the next line. */
  #early: Output[] = [];
  #wakeAtMs: number | null = null;

  constructor(config: Readonly<Record<string, string>>, ids: ReadonlyMap<string, number>, nowMs: number) {
    this.nowMs = nowMs;
    this.#ids = new Map(ids);
    this.engine = new Engine({ generation: '7.0', seed: 1, startMs: nowMs, config });
    for (const [name, id] of ids) {
      this.engine.step({ type: 'open', nowMs, client: id });
      this.#addresses.set(this.engine.server.clients.get(id)?.address ?? '', name);
      this.#open.add(name);
    }
  }

  async say(by: string, said: string | null, unordered = false): Promise<Received> {
    const client = this.#ids.get(by) as number;
    const { engine, nowMs } = this;
    if (!this.#open.has(by)) throw new Error(`${by} has hung up`);
    if (said === null) this.#open.delete(by);
    const output =
      said === null
        ? engine.step({ type: 'close', nowMs, client })
        : engine.step({ type: 'data', nowMs, client, bytes: bytesOfLine(said, this.#ids) });
    return this.#receivedFrom(output, unordered);
  }

  async wait(ms: number): Promise<void> {
    const until = this.nowMs + ms;
    while (this.#wakeAtMs !== null && this.#wakeAtMs <= until) {
      this.nowMs = this.#wakeAtMs;
      const output = this.engine.step({ type: 'tick', nowMs: this.nowMs });
      this.#wakeAtMs = output.wakeAtMs;
      this.#early.push(output);
    }
    this.nowMs = until;
  }

  #receivedFrom(output: Output, unordered: boolean): Received {
    const received: Record<string, string> = {};
    const outputs = [...this.#early, output];
    this.#early = [];
    this.#wakeAtMs = output.wakeAtMs;
    for (const [name, id] of this.#ids) {
      const replies = outputs.flatMap((each) => each.replies.filter(({ client }) => client === id));
      const bytes = Buffer.concat(replies.map((reply) => reply.bytes));
      const closed = outputs.some((each) => each.closed.includes(id));
      if (closed) this.#open.delete(name);
      if (bytes.length > 0 || closed) received[name] = written(bytes, closed, unordered, this.#addresses);
    }
    return received;
  }
}

interface Connection {
  readonly socket: Socket;
  readonly id: number;
  received: Uint8Array[];
  /** The server has disconnected it, and that was not reported yet. */
  ended: boolean;
}

/** A real server and its clients. */
export class RedisConversation implements Listener {
  readonly #clients = new Map<string, Connection>();
  readonly #addresses = new Map<string, string>();
  readonly #witness: WireClient;

  private constructor(witness: WireClient) {
    this.#witness = witness;
  }

  static async connect(port: number, names: readonly string[]): Promise<RedisConversation> {
    const conversation = new RedisConversation(await WireClient.connect(port));
    for (const name of names) await conversation.#connect(port, name);
    return conversation;
  }

  get ids(): Map<string, number> {
    return new Map([...this.#clients].map(([name, { id }]) => [name, id]));
  }

  async say(by: string, said: string | null, unordered = false): Promise<Received> {
    const client = this.#clients.get(by) as Connection;
    if (said === null) {
      client.socket.destroy();
    } else {
      client.socket.write(bytesOfLine(said, this.ids));
    }
    await this.#settle();
    const received: Record<string, string> = {};
    for (const [name, each] of this.#clients) {
      const bytes = Buffer.concat(each.received);
      each.received = [];
      const ended = each.ended;
      each.ended = false;
      if (bytes.length > 0 || ended) received[name] = written(bytes, ended, unordered, this.#addresses);
    }
    return received;
  }

  async wait(ms: number): Promise<void> {
    await pause(ms);
  }

  close(): void {
    for (const { socket } of this.#clients.values()) socket.destroy();
    this.#witness.close();
  }

  /** MONITOR does not show an administrator's command; its answer means that everything before it was answered. */
  async #settle(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      await this.#witness.send(['CONFIG', 'GET', 'nothing']);
      await turn();
    }
    await turn();
  }

  async #connect(port: number, name: string): Promise<void> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await new Promise((resolve) => socket.once('connect', resolve));
    const first = new Promise<Uint8Array>((resolve) => socket.once('data', resolve));
    socket.write(encodeCommand(['CLIENT', 'ID']));
    const id = Number(latin1(await first).slice(1));
    const client: Connection = { socket, id, received: [], ended: false };
    socket.on('data', (chunk) => client.received.push(chunk));
    socket.on('error', () => {});
    socket.on('end', () => {
      client.ended = true;
    });
    this.#addresses.set(`127.0.0.1:${socket.localPort}`, name);
    this.#clients.set(name, client);
  }
}

/** Sends every line and returns what was received after each. */
export async function playConversation(
  lines: readonly ConversationLine[],
  listener: Listener,
): Promise<Received[]> {
  const received: Received[] = [];
  for (const line of lines) {
    if (line.type === 'wait') await listener.wait(line.ms);
    if (line.type === 'said') received.push(await listener.say(line.by, line.said, line.unordered));
  }
  return received;
}
