/**
 * A live redis-server and the engine side by side: the same commands go to both, and every reply, every keyspace event,
 * and in the end the counts of hits, misses and changes must be the same.
 *
 *   const pair = await Differential.start(seed);
 *   await pair.play(commands);
 *   await pair.compareCounts();
 *   await pair.stop();
 *
 * A difference throws an Error that ends with both replies and the commands that led there.
 */
import { latin1, repr } from '../engine/base/bytes.ts';
import { decodeReplies } from '../protocol/resp.ts';
import type { Generation } from '../protocol/session.ts';
import { type RunningRedis, startRedis, WireClient } from './oracle.ts';
import { type Comparison, comparable } from './transcript.ts';
import { EngineClients } from './transcript-players.ts';

export type Args = readonly (string | Uint8Array)[];

export interface DifferentialCommand {
  readonly args: Args;
  /** How replies are compared; a function returns the compared part of one. */
  readonly comparison: Comparison | ((reply: Uint8Array) => string);
}

const HISTORY = 60;

export class Differential {
  readonly engine: EngineClients;
  readonly client: WireClient;
  readonly #redis: RunningRedis;
  readonly #listener: WireClient;
  readonly #label: string;
  readonly #history: string[] = [];
  #events: string[] = [];

  private constructor(
    redis: RunningRedis,
    client: WireClient,
    listener: WireClient,
    label: string,
    generation: Generation,
  ) {
    this.#redis = redis;
    this.client = client;
    this.#listener = listener;
    this.#label = label;
    this.engine = new EngineClients({}, Date.now(), 1, generation);
    this.engine.engine.server.keyspace.listeners.push({
      modified() {},
      event: (_class, event, db, key) => this.#events.push(`${event}:${latin1(key)}@${db.id}`),
    });
  }

  /** `label` stands before every difference: the seed. `options` are the server's, `generation` the engine's. */
  static async start(
    label: string,
    options: readonly string[] = [],
    generation: Generation = '7.0',
  ): Promise<Differential> {
    const redis = await startRedis(['--notify-keyspace-events', 'EAmn', ...options]);
    const client = await WireClient.connect(redis.port);
    const listener = await WireClient.connect(redis.port);
    await listener.send(['PSUBSCRIBE', '*']);
    return new Differential(redis, client, listener, label, generation);
  }

  async stop(): Promise<void> {
    this.client.close();
    this.#listener.close();
    await this.#redis.stop();
  }

  /** Sends all commands to both. Events are compared at the end, those of all commands together. */
  async play(commands: readonly DifferentialCommand[]): Promise<void> {
    const fromServer = await Promise.all(commands.map(({ args }) => this.client.send(args)));
    this.engine.nowMs = Date.now();
    for (const [index, { args, comparison }] of commands.entries()) {
      this.#history.push(args.map(printWord).join(' '));
      const read =
        typeof comparison === 'function' ? comparison : (reply: Uint8Array) => comparable(reply, comparison);
      this.#agree(read(fromServer[index]), read(this.engine.send(args)));
    }
    this.#history.splice(0, this.#history.length - HISTORY - commands.length);
    const events = await this.#eventsOfServer();
    if (events !== this.#events.join('\n')) this.#history.push('(events)');
    this.#agree(events, this.#events.join('\n'));
    this.#events = [];
  }

  /** One question to both; returns their common answer. */
  async ask(...args: Args): Promise<string> {
    const server = latin1(await this.client.send(args));
    const engine = latin1(this.engine.send(args));
    this.#history.push(args.map(printWord).join(' '));
    this.#agree(server, engine);
    return server;
  }

  async compareCounts(): Promise<void> {
    const info = latin1(await this.client.send(['INFO']));
    const { hits, misses, dirty } = this.engine.engine.server.keyspace;
    const names = ['keyspace_hits', 'keyspace_misses', 'rdb_changes_since_last_save'];
    const counts = names.map((name) => new RegExp(`${name}:(\\d+)`).exec(info)?.[1]);
    this.#history.push('(hits, misses, changes)');
    this.#agree(counts.join(' '), [hits, misses, dirty].join(' '));
  }

  #agree(server: string, engine: string): void {
    if (server === engine) return;
    const before = this.#history.slice(-HISTORY).join('\n');
    throw new Error(`${this.#label}\n${before}\n  server ${shown(server)}\n  engine ${shown(engine)}`);
  }

  async #eventsOfServer(): Promise<string> {
    await this.client.send(['PUBLISH', 'done', 'done']);
    const events: string[] = [];
    for (;;) {
      const [message] = decodeReplies(await this.#listener.next());
      if (message.type !== 'array') throw new Error('a message is an array');
      const [, , channel, key] = message.items.map((item) =>
        item.type === 'string' ? latin1(item.bytes) : '',
      );
      if (channel === 'done') return events.join('\n');
      const [, db, event] = /^__keyevent@(\d+)__:(.*)$/.exec(channel)!;
      events.push(`${event}:${key}@${db}`);
    }
  }
}

function printWord(word: string | Uint8Array): string {
  return `"${repr(typeof word === 'string' ? Buffer.from(word) : word, 400)}"`;
}

function shown(reply: string): string {
  return repr(Buffer.from(reply, 'latin1'), 4000);
}
