/**
 * Several clients of a live redis-server, and the same of the engine: whatever one of them sends, all of them must
 * receive the same bytes at the same turn.
 */
import { connect, type Socket } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import { latin1, repr } from '../engine/base/bytes.ts';
import { encodeCommand, type RunningRedis, startRedis, WireClient } from './oracle.ts';
import { EngineClients } from './transcript-players.ts';

type Words = readonly string[];

const CONTROL = 'control';
const HISTORY = 300;
/**
 * Round trips of another connection after which everything sent before has been processed, and the answers are here.
 */
const ROUND_TRIPS = 2;

/** A connection that returns bytes as they came: a transaction may end in the middle of its reply. */
class RawWire {
  readonly #socket: Socket;
  readonly #chunks: Uint8Array[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#chunks.push(chunk));
    socket.on('error', () => {});
  }

  static connect(port: number): Promise<RawWire> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => resolve(new RawWire(socket)));
    });
  }

  send(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }

  take(): string {
    return latin1(Buffer.concat(this.#chunks.splice(0)));
  }

  close(): void {
    this.#socket.destroy();
  }
}

interface Member {
  wire: RawWire;
  serverId: string;
  engineId: string;
}

export class Crowd {
  readonly engine: EngineClients;
  readonly #redis: RunningRedis;
  readonly #control: WireClient;
  readonly #listener: WireClient;
  readonly #label: string;
  #events: string[] = [];
  /** How often the engine emitted each kind of step. */
  readonly steps = new Map<string, number>();
  readonly #members: Member[] = [];
  readonly #history: string[] = [];

  private constructor(redis: RunningRedis, control: WireClient, listener: WireClient, label: string) {
    this.#redis = redis;
    this.#listener = listener;
    this.#control = control;
    this.#label = label;
    this.engine = new EngineClients({}, Date.now());
    this.engine.engine.listen({
      keyEvent: (event, db, key) => this.#events.push(`${event}:${latin1(key)}@${db.id}`),
      step: (step) => {
        const kind = step.type === 'client.unblocked' ? `${step.type} ${step.how}` : step.type;
        this.steps.set(kind, (this.steps.get(kind) ?? 0) + 1);
      },
    });
  }

  static async start(label: string, clients: number): Promise<Crowd> {
    const redis = await startRedis(['--notify-keyspace-events', 'EAmn']);
    const listener = await WireClient.connect(redis.port);
    await listener.send(['PSUBSCRIBE', '*']);
    const crowd = new Crowd(redis, await WireClient.connect(redis.port), listener, label);
    for (let client = 0; client < clients; client++) await crowd.#join(client);
    return crowd;
  }

  async stop(): Promise<void> {
    for (const { wire } of this.#members) wire.close();
    this.#control.close();
    this.#listener.close();
    await this.#redis.stop();
  }

  /** Clients that are not blocked. */
  get free(): number[] {
    const { clients } = this.engine.engine.server;
    return this.#members.flatMap(({ engineId }, client) =>
      clients.get(Number(engineId))?.blocked === null ? [client] : [],
    );
  }

  /** One client sends commands in one portion; the bytes that each client receives are compared. */
  async turn(client: number, commands: readonly Words[]): Promise<void> {
    this.#history.push(`${client}: ${commands.map((words) => words.join(' ')).join(' ; ')}`);
    this.engine.nowMs = Math.max(this.engine.nowMs, Date.now());
    const { wire } = this.#members[client];
    wire.send(portion(commands.map((words) => this.#named(words, 'serverId'))));
    const engine = new Map<number, string>();
    const bytes = portion(commands.map((words) => this.#named(words, 'engineId')));
    engine.set(client, latin1(this.engine.sendRaw(bytes, `${client}`)));
    await this.#settle();
    const server: string[] = [];
    for (const [index, member] of this.#members.entries()) {
      const came = member.wire.take();
      if (came !== '') server.push(`to ${index}: ${came}`);
      const received = (engine.get(index) ?? '') + latin1(this.engine.takeLate(`${index}`));
      if (received === '') engine.delete(index);
      else engine.set(index, received);
    }
    const ours = this.#members.flatMap((_, index) => {
      const text = engine.get(index);
      return text === undefined ? [] : [`to ${index}: ${text}`];
    });
    this.#agree('what came', server.join(''), ours.join(''));
    this.#agree('events', this.#listener.takeArrived().map(eventOf).join(' '), this.#events.join(' '));
    this.#events = [];
    this.#history.splice(0, this.#history.length - HISTORY);
  }

  /** A client disconnects and another one replaces it. */
  async replace(client: number): Promise<void> {
    this.#history.push(`${client}: (hangs up)`);
    const { serverId, wire } = this.#members[client];
    wire.close();
    this.engine.hangUp(`${client}`);
    while (latin1(await this.#control.send(['CLIENT', 'LIST', 'ID', serverId])) !== '$0\r\n\r\n') {
      await this.#settle();
    }
    await this.#join(client);
  }

  /** Asks both on the control connection. */
  async ask(...words: Words): Promise<void> {
    const server = latin1(await this.#control.send(words));
    const engine = latin1(this.engine.send(words, CONTROL));
    this.#agree(words.join(' '), server, engine);
    await this.#settle();
    this.#listener.takeArrived();
    this.#events = [];
  }

  /** Whether the control's database holds a stream there. */
  isStream(key: string): boolean {
    return latin1(this.engine.send(['TYPE', key], CONTROL)) === '+stream\r\n';
  }

  /** Counts of INFO: blocked clients, changes, calls of each command. */
  async compareCounts(): Promise<void> {
    const info = latin1(await this.#control.send(['INFO', 'everything']));
    const { server } = this.engine.engine;
    this.#agree('blocked clients', /blocked_clients:(\d+)/.exec(info)![1], `${server.blocking.count}`);
    const changes = /rdb_changes_since_last_save:(\d+)/.exec(info)![1];
    this.#agree('changes', changes, `${server.keyspace.dirty}`);
    const errors = /total_error_replies:(\d+)/.exec(info)![1];
    this.#agree('errors', errors, `${server.statistics.errorReplies}`);
    for (const [, name, calls, rejected, failed] of info.matchAll(
      /cmdstat_(\S+):calls=(\d+),.*rejected_calls=(\d+),failed_calls=(\d+)/g,
    )) {
      if (NOT_COUNTED.includes(name)) continue;
      const counts = server.commands.counted(server.commands.findFull(name)!);
      const counted = [counts.calls, counts.rejectedCalls, counts.failedCalls].join(' ');
      this.#agree(`calls of ${name}`, [calls, rejected, failed].join(' '), counted);
    }
  }

  async #join(client: number): Promise<void> {
    const wire = await RawWire.connect(this.#redis.port);
    wire.send(encodeCommand(['CLIENT', 'ID']));
    await this.#settle();
    const serverId = wire.take().slice(1, -2);
    const engineId = latin1(this.engine.send(['CLIENT', 'ID'], `${client}`)).slice(1, -2);
    // Half of them speak RESP3.
    if (client % 2 === 1) {
      wire.send(encodeCommand(['HELLO', '3']));
      await this.#settle();
      wire.take();
      this.engine.send(['HELLO', '3'], `${client}`);
    }
    this.#members[client] = { wire, serverId, engineId };
  }

  async #settle(): Promise<void> {
    for (let trip = 0; trip < ROUND_TRIPS; trip++) await this.#control.send(['TIME']);
    // Bytes that came together with the last of them are read in the same round of our own loop.
    await immediate();
  }

  #named(words: Words, side: 'serverId' | 'engineId'): Words {
    return words.map((word) =>
      word.replace(/\{client:(\d+)\}/, (_all, client: string) => this.#members[Number(client)][side]),
    );
  }

  #agree(what: string, server: string, engine: string): void {
    if (server === engine) return;
    const before = this.#history.slice(-HISTORY).join('\n');
    const shown = (text: string) => repr(Buffer.from(text, 'latin1'), 4000);
    throw new Error(
      `${this.#label}\n${before}\n${what}\n  server ${shown(server)}\n  engine ${shown(engine)}`,
    );
  }
}

/** Asked of one side only, or running while it is counted. */
const NOT_COUNTED = ['psubscribe', 'info', 'time', 'type', 'client|list', 'client|id', 'hello'];

function eventOf(message: Uint8Array): string {
  const [, db, event, key] = /__keyevent@(\d+)__:(\S+)\r\n\$\d+\r\n(.*)\r\n$/.exec(latin1(message))!;
  return `${event}:${key}@${db}`;
}

function portion(commands: readonly Words[]): Uint8Array {
  return new Uint8Array(Buffer.concat(commands.map((words) => encodeCommand(words))));
}
