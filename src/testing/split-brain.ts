/**
 * A master and its replica that part, by a cut network or by a process that stands still, while a client goes on writing
 * to the old master and another one begins with the new. The same scenes run on processes, real ones and ours, and in a
 * world of virtual time.
 *
 *     const outcome = await playSplit(SPLIT_SCENES[0], new ProcessStage('real'));
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bytesOf, latin1 } from '../engine/index.ts';
import { decodeReplies, encodeCommand, type Reply } from '../protocol/resp.ts';
import type { SessionInput } from '../protocol/world.ts';
import { passUntil } from '../sim/run.ts';
import { World } from '../sim/world.ts';
import { HeldLink } from './held-link.ts';
import { freePort, WireClient } from './oracle.ts';

/** The old master and the new one. */
export type Place = 'old' | 'new';
type Act = 'cut' | 'mend' | 'freeze' | 'thaw' | 'promote' | 'rejoin';

export interface SplitScene {
  readonly name: string;
  /** min-replicas-max-lag, with min-replicas-to-write 1; null for no limit. */
  readonly maxLag: number | null;
  readonly acts: readonly (readonly [atMs: number, act: Act])[];
}

const FAULT_AT_MS = 2000;
const MAX_LAG = 2;
const END_MS = 10_000;
const WRITE_EVERY_MS = 100;
/** Until the old master has the new one's data. */
const SETTLE_LIMIT_MS = 60_000;
const GLANCE_MS = 100;

export const SPLIT_SCENES: readonly SplitScene[] = [
  {
    name: 'a partition, without a limit',
    maxLag: null,
    acts: [
      [2000, 'cut'],
      [5000, 'promote'],
      [8000, 'mend'],
      [8000, 'rejoin'],
    ],
  },
  {
    name: `a partition, max-lag ${MAX_LAG}`,
    maxLag: MAX_LAG,
    acts: [
      [2000, 'cut'],
      [6000, 'promote'],
      [8000, 'mend'],
      [8000, 'rejoin'],
    ],
  },
  {
    name: `a freeze of 5 s with its replica still there, max-lag ${MAX_LAG}`,
    maxLag: MAX_LAG,
    acts: [
      [2000, 'freeze'],
      [7000, 'thaw'],
    ],
  },
  {
    name: `a freeze of 5 s, its replica promoted meanwhile, max-lag ${MAX_LAG}`,
    maxLag: MAX_LAG,
    acts: [
      [2000, 'freeze'],
      [5000, 'promote'],
      [7000, 'thaw'],
      [8500, 'rejoin'],
    ],
  },
  {
    name: 'a freeze of 5 s, its replica promoted meanwhile, without a limit',
    maxLag: null,
    acts: [
      [2000, 'freeze'],
      [5000, 'promote'],
      [7000, 'thaw'],
      [8500, 'rejoin'],
    ],
  },
  {
    name: 'a freeze of 1.5 s, its replica promoted half a second after it, max-lag 2',
    maxLag: MAX_LAG,
    acts: [
      [2000, 'freeze'],
      [3500, 'thaw'],
      [4000, 'promote'],
      [6000, 'rejoin'],
    ],
  },
];

interface Write {
  readonly key: string;
  readonly sentAtMs: number;
  answer: string;
  answeredAtMs: number;
}

/** What became of the writes that the old master got. Times count from the fault. */
export interface SplitOutcome {
  readonly before: Counts;
  /** Sent while the servers were parted, or the old master stood still. */
  readonly during: Counts;
  /** Sent after that, until the old master was told to follow. */
  readonly after: Counts;
  /** The first answer NOREPLICAS. */
  readonly refusedFromMs: number | null;
  /** The last write that was accepted, by its answer. */
  readonly acceptedUntilMs: number | null;
  /** Accepted by the old master, and gone when it has followed the new one. */
  readonly lost: number;
  /** Accepted by the new master, and gone. */
  readonly lostOfNew: number;
  readonly fullSyncs: number;
}

export interface Counts {
  readonly accepted: number;
  readonly refused: number;
}

export interface SplitStage {
  /** The replica has the master's data, and its time begins. */
  start(config: Readonly<Record<string, string>>): Promise<void>;
  readonly nowMs: number;
  passUntil(atMs: number): Promise<void>;
  /** Sent now; the answer comes when it comes. */
  send(to: Place, ...words: readonly string[]): Promise<Reply>;
  act(act: Exclude<Act, 'promote' | 'rejoin'>): void;
  /** Where a server is for the other one. */
  address(place: Place): readonly [host: string, port: string];
  end(): Promise<void>;
}

const CONFIG = { save: '', 'repl-diskless-sync-delay': '0', 'repl-ping-replica-period': '1' };

export async function playSplit({ acts, maxLag }: SplitScene, stage: SplitStage): Promise<SplitOutcome> {
  const limits: Record<string, string> =
    maxLag === null ? {} : { 'min-replicas-to-write': '1', 'min-replicas-max-lag': `${maxLag}` };
  try {
    await stage.start({ ...CONFIG, ...limits });
    const writes: Record<Place, Write[]> = { old: [], new: [] };
    const write = (place: Place): void => {
      const key = `${place}:${writes[place].length}`;
      const entry: Write = { key, sentAtMs: stage.nowMs, answer: '', answeredAtMs: 0 };
      writes[place].push(entry);
      stage.send(place, 'SET', key, 'v').then((reply) => {
        entry.answer = textOf(reply);
        entry.answeredAtMs = stage.nowMs;
      });
    };
    const left = [...acts];
    let isSplit = false;
    for (let atMs = 0; atMs < END_MS; atMs += WRITE_EVERY_MS) {
      await stage.passUntil(atMs);
      for (; left.length > 0 && left[0][0] <= atMs; left.shift()) {
        const [, act] = left[0];
        if (act === 'promote') {
          await stage.send('new', 'REPLICAOF', 'NO', 'ONE');
          isSplit = true;
        } else if (act === 'rejoin') stage.send('old', 'REPLICAOF', ...stage.address('new'));
        else stage.act(act);
      }
      write('old');
      if (isSplit) write('new');
    }
    const info = async (place: Place) => textOf(await stage.send(place, 'INFO'));
    const isLevel = async (): Promise<boolean> => {
      if (!isSplit) return true;
      const text = await info('old');
      return text.includes('role:slave') && text.includes('master_link_status:up');
    };
    for (const limitMs = stage.nowMs + SETTLE_LIMIT_MS; !(await isLevel()); ) {
      if (stage.nowMs > limitMs) throw new Error('the old master does not follow the new one');
      await stage.passUntil(stage.nowMs + GLANCE_MS);
    }
    const survives = async ({ key }: Write): Promise<boolean> =>
      textOf(await stage.send(isSplit ? 'new' : 'old', 'EXISTS', key)) === '1';
    const lostOf = async (place: Place): Promise<number> => {
      let lost = 0;
      for (const each of writes[place]) if (each.answer === 'OK' && !(await survives(each))) lost++;
      return lost;
    };
    const endsAtMs = acts.find(([, act]) => act === 'mend' || act === 'thaw')?.[0] ?? END_MS;
    const rejoinsAtMs = acts.find(([, act]) => act === 'rejoin')?.[0] ?? END_MS;
    const count = (fromMs: number, untilMs: number): Counts => {
      const all = writes.old.filter(({ sentAtMs }) => sentAtMs >= fromMs && sentAtMs < untilMs);
      const accepted = all.filter(({ answer }) => answer === 'OK').length;
      return { accepted, refused: all.length - accepted };
    };
    const [refused, accepted] = ['NOREPLICAS', 'OK'].map((start) =>
      writes.old.filter(({ answer }) => answer.startsWith(start)).map(({ answeredAtMs }) => answeredAtMs),
    );
    return {
      before: count(0, FAULT_AT_MS),
      during: count(FAULT_AT_MS, endsAtMs),
      after: count(endsAtMs, Math.max(endsAtMs, rejoinsAtMs)),
      refusedFromMs: refused.length === 0 ? null : refused[0] - FAULT_AT_MS,
      acceptedUntilMs: accepted.length === 0 ? null : accepted[accepted.length - 1] - FAULT_AT_MS,
      lost: await lostOf('old'),
      lostOfNew: await lostOf('new'),
      fullSyncs: Number(/sync_full:(\d+)/.exec(await info('new'))?.[1]),
    };
  } finally {
    await stage.end();
  }
}

function textOf(reply: Reply): string {
  if (reply.type === 'string') return latin1(reply.bytes);
  if (reply.type === 'integer') return String(reply.value);
  return reply.type === 'status' || reply.type === 'error' ? reply.text : '';
}

const PATIENCE_MS = 90_000;
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Two processes: redis-servers, or ours from the bundle of the server (`REDISCOPE_SERVER`). */
export class ProcessStage implements SplitStage {
  readonly #kind: 'real' | 'ours';
  readonly #folder = mkdtempSync(join(tmpdir(), 'rediscope-split-'));
  readonly #ports: number[] = [];
  readonly #children: ChildProcess[] = [];
  readonly #clients: WireClient[] = [];
  #link: HeldLink | null = null;
  #startedMs = 0;

  constructor(kind: 'real' | 'ours') {
    this.#kind = kind;
  }

  get nowMs(): number {
    return performance.now() - this.#startedMs;
  }

  async start(config: Readonly<Record<string, string>>): Promise<void> {
    for (const _ of ['old', 'new']) {
      const port = await freePort();
      const all = { ...config, port: `${port}`, dir: mkdtempSync(join(this.#folder, `${port}-`)) };
      const words = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]);
      const program =
        this.#kind === 'real'
          ? [process.env.REDIS_SERVER || 'redis-server']
          : [process.execPath, process.env.REDISCOPE_SERVER ?? ''];
      const child = spawn(program[0], [...program.slice(1), ...words], { stdio: 'ignore' });
      running.add(child);
      child.once('close', () => running.delete(child));
      this.#children.push(child);
      this.#ports.push(port);
      this.#clients.push(await connected(port));
    }
    this.#link = await HeldLink.to(this.#ports[0]);
    await this.send('new', 'REPLICAOF', '127.0.0.1', `${this.#link.port}`);
    for (const limitMs = performance.now() + PATIENCE_MS; ; await pause(GLANCE_MS)) {
      if (textOf(await this.send('old', 'INFO', 'replication')).includes('state=online')) break;
      if (performance.now() > limitMs) throw new Error('the replica does not come');
    }
    // Its first acknowledgement.
    await this.send('old', 'WAIT', '1', '0');
    this.#startedMs = performance.now();
  }

  async passUntil(atMs: number): Promise<void> {
    await pause(Math.max(0, atMs - this.nowMs));
  }

  async send(to: Place, ...words: readonly string[]): Promise<Reply> {
    const client = this.#clients[to === 'old' ? 0 : 1];
    return decodeReplies(await client.send(words))[0];
  }

  act(act: 'cut' | 'mend' | 'freeze' | 'thaw'): void {
    if (act === 'cut') this.#link?.hold();
    else if (act === 'mend') this.#link?.release();
    else this.#children[0].kill(act === 'freeze' ? 'SIGSTOP' : 'SIGCONT');
  }

  address(place: Place): readonly [string, string] {
    return ['127.0.0.1', `${this.#ports[place === 'old' ? 0 : 1]}`];
  }

  async end(): Promise<void> {
    this.#link?.close();
    for (const client of this.#clients) client.close();
    for (const child of this.#children) {
      if (!running.has(child)) continue;
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGKILL');
      await closed;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function connected(port: number): Promise<WireClient> {
  for (const limitMs = performance.now() + PATIENCE_MS; ; await pause(20)) {
    try {
      return await WireClient.connect(port);
    } catch (problem) {
      if (performance.now() > limitMs) throw problem;
    }
  }
}

const CONSOLE = 1;
const WORLD_START_MS = 1_750_000_000_000;
const PORT = 6379;
const HOSTS = ['10.0.0.1', '10.0.0.2'];

function configOf(node: number): Record<string, string> {
  return node === 0 ? {} : { replicaof: `${HOSTS[0]} ${PORT}` };
}

/** Two nodes of a world, whose time passes only when it is asked to. */
export class WorldStage implements SplitStage {
  readonly #seed: number;
  readonly #waiting: ((reply: Reply) => void)[][] = [[], []];
  #world: World | null = null;
  #startedMs = 0;

  constructor(seed = 1) {
    this.#seed = seed;
  }

  get #here(): World {
    if (this.#world === null) throw new Error('not started');
    return this.#world;
  }

  get nowMs(): number {
    return this.#here.nowMs - this.#startedMs;
  }

  async start(config: Readonly<Record<string, string>>): Promise<void> {
    this.#world = new World({
      generation: '7.0',
      seed: this.#seed,
      startMs: WORLD_START_MS,
      config,
      world: {
        nodes: HOSTS.map((host, node) => ({
          name: node === 0 ? 'old' : 'new',
          host,
          port: PORT,
          config: configOf(node),
        })),
        latency: { ms: 1, jitterMs: 1 },
      },
    });
    for (const node of [0, 1]) this.#step({ type: 'open', nowMs: this.#here.nowMs, client: CONSOLE, node });
    for (let slept = 0; ; slept += GLANCE_MS) {
      const info = this.send('old', 'INFO', 'replication');
      await this.passUntil(this.nowMs + GLANCE_MS);
      if (textOf(await info).includes('state=online')) break;
      if (slept > PATIENCE_MS) throw new Error('the replica does not come');
    }
    this.#startedMs = this.#here.nowMs;
  }

  #step(input: SessionInput): void {
    this.#hear(this.#here.step(input));
  }

  #hear({ node, replies }: ReturnType<World['step']>): void {
    for (const { client, bytes } of replies) {
      if (client !== CONSOLE || node === null) continue;
      for (const reply of decodeReplies(bytes)) this.#waiting[node].shift()?.(reply);
    }
  }

  async passUntil(atMs: number): Promise<void> {
    for (const output of passUntil(this.#here, this.#startedMs + atMs)) {
      this.#hear(output);
      // Whoever waits for an answer looks at the clock before it goes on.
      await Promise.resolve();
    }
  }

  send(to: Place, ...words: readonly string[]): Promise<Reply> {
    const node = to === 'old' ? 0 : 1;
    return new Promise((resolve) => {
      this.#waiting[node].push(resolve);
      const bytes = encodeCommand(words.map((word) => bytesOf(word)));
      this.#step({ type: 'data', nowMs: this.#here.nowMs, client: CONSOLE, bytes, node });
    });
  }

  act(act: 'cut' | 'mend' | 'freeze' | 'thaw'): void {
    const { nowMs } = this.#here;
    if (act === 'freeze' || act === 'thaw') this.#step({ type: act, nowMs, node: 0 });
    else for (const from of [0, 1]) this.#step({ type: act, nowMs, from, to: 1 - from });
  }

  address(place: Place): readonly [string, string] {
    return [HOSTS[place === 'old' ? 0 : 1], `${PORT}`];
  }

  async end(): Promise<void> {}
}
