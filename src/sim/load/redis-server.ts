/**
 * A real engine behind a network: what clients send arrives after a latency, waits until the one thread is free, runs,
 * and the replies travel back. Expiry and eviction are the engine's own, and so are its timers.
 */
import { Engine, latin1, utf8 } from '../../engine/index.ts';
import { decodeReplies, encodeCommand, type Reply } from '../../protocol/resp.ts';
import type { Chance } from './chance.ts';
import type { Simulation, Steps } from './simulation.ts';

export interface RedisOptions {
  readonly name: string;
  readonly seed: number;
  /** How long a command has the thread. */
  readonly commandMs: number;
  /** Each way, on average. */
  readonly latencyMs: number;
  readonly config?: Readonly<Record<string, string>>;
}

/** 2024-01-01 00:00:00 UTC: windows of a second begin at whole seconds of the run. */
export const EPOCH_MS = 1_704_067_200_000;
const CLIENT = 1;

export class RedisServer {
  readonly name: string;
  isDown = false;
  /** Commands that have run. */
  commands = 0;
  readonly #simulation: Simulation;
  readonly #options: RedisOptions;
  readonly #engine: Engine;
  readonly #travel: () => number;
  #busyUntilMs = 0;
  #wakeAtMs = Number.POSITIVE_INFINITY;

  constructor(simulation: Simulation, chance: Chance, options: RedisOptions) {
    this.name = options.name;
    this.#simulation = simulation;
    this.#options = options;
    const stream = chance.stream(`network of ${options.name}`);
    this.#travel = () => chance.aroundMs(stream, options.latencyMs);
    this.#engine = new Engine({
      generation: '7.0',
      seed: options.seed,
      startMs: EPOCH_MS,
      config: options.config ?? {},
    });
    this.#engine.step({ type: 'open', nowMs: EPOCH_MS, client: CLIENT });
  }

  /** The time of its clock, in Unix milliseconds, and a time of its clock as one of the run. */
  get clockMs(): number {
    return EPOCH_MS + this.#simulation.nowMs;
  }

  sinceStart(clockMs: number): number {
    return clockMs - EPOCH_MS;
  }

  /** How long a command that arrives now waits for the thread. */
  get waitMs(): number {
    return Math.max(0, this.#busyUntilMs - this.#simulation.nowMs);
  }

  /** Sends commands in one go, and waits for their replies; null if nobody listens there. */
  *ask(commands: readonly (readonly string[])[]): Steps<readonly Reply[] | null> {
    return yield (resume) => this.#simulation.after(this.#travel(), () => this.#arrive(commands, resume));
  }

  /** What somebody who sees the server from inside reads or prepares, at no cost and in no time. */
  inside(command: readonly string[]): Reply {
    return this.#run([command])[0];
  }

  /** Killed, and started again at once with what is on its disk. Scripts that it had in memory are gone, too. */
  restart(): void {
    const nowMs = EPOCH_MS + this.#simulation.nowMs;
    this.#step({ type: 'crash', nowMs, loss: 'nothing' });
    this.#step({ type: 'restart', nowMs });
    this.#step({ type: 'open', nowMs, client: CLIENT });
  }

  #arrive(
    commands: readonly (readonly string[])[],
    resume: (replies: readonly Reply[] | null) => void,
  ): void {
    const simulation = this.#simulation;
    const answer = (replies: readonly Reply[] | null, atMs: number) =>
      simulation.at(atMs + this.#travel(), () => resume(replies));
    if (this.isDown) {
      answer(null, simulation.nowMs);
      return;
    }
    const startMs = Math.max(simulation.nowMs, this.#busyUntilMs);
    const endMs = startMs + commands.length * this.#options.commandMs;
    this.#busyUntilMs = endMs;
    const run = () => {
      if (this.isDown) {
        answer(null, simulation.nowMs);
        return;
      }
      this.commands += commands.length;
      const replies = this.#run(commands);
      for (const reply of replies) simulation.note(weightOf(reply));
      answer(replies, endMs);
    };
    if (startMs > simulation.nowMs) simulation.at(startMs, run);
    else run();
  }

  #run(commands: readonly (readonly string[])[]): Reply[] {
    let replies: Reply[] = [];
    for (const command of commands) {
      const { replies: sent } = this.#step({
        type: 'data',
        nowMs: EPOCH_MS + this.#simulation.nowMs,
        client: CLIENT,
        bytes: encodeCommand(command.map(utf8)),
      });
      replies = replies.concat(sent.flatMap(({ bytes }) => decodeReplies(bytes)));
    }
    return replies;
  }

  #step(input: Parameters<Engine['step']>[0]): ReturnType<Engine['step']> {
    const output = this.#engine.step(input);
    const wakeAtMs = (output.wakeAtMs ?? Number.POSITIVE_INFINITY) - EPOCH_MS;
    if (wakeAtMs < this.#wakeAtMs) {
      this.#wakeAtMs = wakeAtMs;
      this.#simulation.at(wakeAtMs, () => this.#wake());
    }
    return output;
  }

  #wake(): void {
    const { nowMs } = this.#simulation;
    if (nowMs < this.#wakeAtMs || this.isDown) return;
    this.#wakeAtMs = Number.POSITIVE_INFINITY;
    this.#step({ type: 'tick', nowMs: EPOCH_MS + nowMs });
  }
}

/** The text of a reply; null for nil. Throws for an error: the programs of scenarios make none. */
export function textOf(reply: Reply): string | null {
  if (reply.type === 'error') throw new Error(reply.text);
  if (reply.type === 'string') return latin1(reply.bytes);
  if (reply.type === 'status') return reply.text;
  if (reply.type === 'integer') return String(reply.value);
  return null;
}

export function numberIn(reply: Reply): number {
  return Number(textOf(reply) ?? 0);
}

/** Something of a reply for the hash of a run. */
function weightOf(reply: Reply): number {
  const text = reply.type === 'array' ? String(reply.items.length) : (textOf(reply) ?? 'nil');
  let weight = text.length;
  for (let index = 0; index < text.length && index < 16; index++) {
    weight = Math.imul(weight, 31) + text.charCodeAt(index);
  }
  return weight;
}
