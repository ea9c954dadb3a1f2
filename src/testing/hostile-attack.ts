/** Gives hostile inputs to an engine, in this process or behind a port, and checks that it goes on. */
import { connect, type Socket } from 'node:net';
import { loadScripting } from '../engine/scripting/loader.ts';
import { Engine } from '../engine/server/engine.ts';
import type { Input, Output } from '../protocol/session.ts';
import { listen, wallClockMs } from '../tcp/server.ts';
import { command, Dice, type HostileInput, hostileInput } from './hostile-inputs.ts';

const CONFIG = { 'busy-reply-threshold': '50', 'enable-debug-command': 'yes' };
const MAX_STEP_MS = 2000;
const MAX_MEMORY_BYTES = 6 * 1024 ** 3;
const START_MS = 1_700_000_000_000;
/** Inputs for one server before another replaces it. */
const INPUTS_PER_SERVER = 2000;
/** Slices a script gets before it is killed. */
const SLICES = 30;

export interface Figures {
  slowestMs: number;
  mostBytes: number;
  killed: number;
  counts: Record<HostileInput['kind'], number>;
}

/** An engine, a client that attacks it and one that supervises it. */
class Attack {
  readonly #engine = new Engine({ generation: '7.0', seed: 1, startMs: START_MS, config: CONFIG });
  readonly #figures: Figures;
  #nowMs = START_MS;
  #wakeAtMs: number | null = null;
  #attacker = 10;
  #received = '';

  constructor(figures: Figures) {
    this.#figures = figures;
    this.#step({ type: 'open', nowMs: this.#nowMs, client: 1 });
    this.#step({ type: 'open', nowMs: this.#nowMs, client: this.#attacker });
    this.#ask(['SET', 'known', 'state']);
  }

  #step(input: Input): Output {
    const before = process.cpuUsage();
    const output = this.#engine.step(input);
    const { user, system } = process.cpuUsage(before);
    const figures = this.#figures;
    figures.slowestMs = Math.max(figures.slowestMs, (user + system) / 1000);
    this.#wakeAtMs = output.wakeAtMs;
    for (const { client, bytes } of output.replies) {
      if (client === 1) this.#received += Buffer.from(bytes.subarray(0, 1000)).toString('latin1');
    }
    if (output.closed.includes(this.#attacker)) {
      this.#attacker++;
      this.#step({ type: 'open', nowMs: this.#nowMs, client: this.#attacker });
    }
    return output;
  }

  /** The reply to the supervising client; time goes on until then. */
  #ask(words: readonly string[]): string {
    this.#received = '';
    this.#step({ type: 'data', nowMs: this.#nowMs, client: 1, bytes: command(words) });
    for (let turns = 0; this.#received === '' && turns < 10_000; turns++) this.#pass();
    return this.#received;
  }

  #pass(): void {
    this.#nowMs = Math.max(this.#nowMs + 1, this.#wakeAtMs ?? 0);
    this.#step({ type: 'tick', nowMs: this.#nowMs });
  }

  give(input: HostileInput): void {
    this.#figures.counts[input.kind]++;
    this.#step({ type: 'data', nowMs: this.#nowMs, client: this.#attacker, bytes: input.bytes });
    const { scripting } = this.#engine.server;
    for (let turns = 0; scripting.running !== null && turns < SLICES; turns++) this.#pass();
    if (scripting.running !== null) {
      // A script that has written cannot be killed: wait for it, and then start another server.
      const answer = this.#ask(['SCRIPT', 'KILL']);
      if (answer.startsWith('-UNKILLABLE')) throw new Replaced();
      this.#figures.killed++;
      for (let turns = 0; scripting.running !== null && turns < SLICES; turns++) this.#pass();
    }
    if (this.#engine.downBecause !== null || this.#engine.server.pause.kind !== null) throw new Replaced();
    const answer = this.#ask(['PING']);
    if (!answer.includes('PONG') && !/^-(NOAUTH|NOPERM|ERR Can't)/.test(answer))
      throw new Error(`PING was answered: ${answer}`);
    if (this.#nowMs % 16 === 0) {
      const { rss } = process.memoryUsage();
      this.#figures.mostBytes = Math.max(this.#figures.mostBytes, rss);
      if (rss > MAX_MEMORY_BYTES) throw new Error(`memory: ${rss} bytes`);
    }
  }
}

/** The server must be replaced by a new one; nothing is wrong. */
class Replaced extends Error {}

/** Gives this many inputs to one engine after the other; throws with the input that broke it. */
export async function attackInProcess(count: number, seed: number, judgesTime = true): Promise<Figures> {
  await loadScripting();
  const figures: Figures = {
    slowestMs: 0,
    mostBytes: 0,
    killed: 0,
    counts: { script: 0, command: 0, bytes: 0 },
  };
  const dice = new Dice(seed);
  let attack = new Attack(figures);
  for (let number = 0; number < count; number++) {
    if (number > 0 && number % INPUTS_PER_SERVER === 0) attack = new Attack(figures);
    const input = hostileInput(dice);
    const fail = (problem: unknown): never => {
      const text = Buffer.from(input.bytes).toString('latin1').slice(0, 3000);
      const why = problem instanceof Error ? problem.stack : String(problem);
      throw new Error(`seed ${seed}, input ${number}: ${JSON.stringify(text)}\n${why}`);
    };
    figures.slowestMs = judgesTime ? figures.slowestMs : 0;
    try {
      attack.give(input);
    } catch (problem) {
      if (!(problem instanceof Replaced)) fail(problem);
      attack = new Attack(figures);
    }
    if (judgesTime && figures.slowestMs > MAX_STEP_MS)
      fail(`a step took ${Math.round(figures.slowestMs)} ms`);
  }
  return figures;
}

/** The same over a real port: every input on the open connection, or on a new one after it was closed. */
export async function attackOverTcp(count: number, seed: number): Promise<Figures> {
  const figures: Figures = {
    slowestMs: 0,
    mostBytes: 0,
    killed: 0,
    counts: { script: 0, command: 0, bytes: 0 },
  };
  const faults: unknown[] = [];
  const start = { generation: '7.0' as const, seed: 1, startMs: wallClockMs(), config: CONFIG };
  const server = await listen({
    port: 0,
    host: '127.0.0.1',
    start,
    onFault: (problem) => faults.push(problem),
  });
  const dial = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1', () => resolve(socket));
      socket.once('error', reject);
    });
  let attacker = await dial();
  attacker.on('error', () => {});
  attacker.resume();
  const keeper = await dial();
  let received = '';
  keeper.on('data', (bytes) => {
    received += bytes.toString('latin1');
  });
  const ask = async (words: readonly string[]): Promise<string> => {
    received = '';
    const before = process.cpuUsage();
    keeper.write(command(words));
    while (received === '' && faults.length === 0) await new Promise((resolve) => setImmediate(resolve));
    // Any answer counts, also BUSY: then SCRIPT KILL works. Other work of the computer is not our time.
    const { user, system } = process.cpuUsage(before);
    figures.slowestMs = Math.max(figures.slowestMs, (user + system) / 1000);
    return received;
  };
  const dice = new Dice(seed);
  for (let number = 0; number < count && faults.length === 0; number++) {
    const input = hostileInput(dice);
    figures.counts[input.kind]++;
    if (attacker.destroyed || !attacker.writable || input.kind === 'bytes') {
      attacker.destroy();
      attacker = await dial();
      attacker.on('error', () => {});
      attacker.resume();
    }
    attacker.write(input.bytes);
    let answer = await ask(['PING']);
    while (answer.startsWith('-BUSY')) {
      answer = await ask(['SCRIPT', 'KILL']);
      if (answer.startsWith('+OK')) figures.killed++;
      if (answer.startsWith('-UNKILLABLE')) await new Promise((resolve) => setTimeout(resolve, 1));
      answer = await ask(['PING']);
    }
    if (number % 500 === 0) figures.mostBytes = Math.max(figures.mostBytes, process.memoryUsage().rss);
  }
  attacker.destroy();
  keeper.destroy();
  await server.stop();
  if (faults.length > 0) throw faults[0];
  return figures;
}
