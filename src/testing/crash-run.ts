/**
 * A server process killed in the middle of its work. Several connections write, now and then they rewrite the files
 * (BGREWRITEAOF, BGSAVE), and SIGKILL comes at a random instant. Afterwards a real redis-server, started on a copy of
 * the folder, and ours, started on the folder itself, must have loaded the files and hold the promised writes:
 *
 *     always     everything that was acknowledged
 *     everysec   the same, because the kernel keeps what a killed process has written
 *     snapshots  the state of one instant, not before the last snapshot that was acknowledged
 *
 * Each connection counts up a key of its own by INCR and pushes the same number onto a list: the rest shows how far it
 * got, and that nothing was carried out twice or left out.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { Random, type RandomStream } from '../engine/base/random.ts';
import { startRedis, WireClient } from './oracle.ts';

export type Promised = 'always' | 'everysec' | 'snapshots';

export interface CrashPlan {
  /** The bundled server. */
  readonly program: string;
  readonly times: number;
  readonly seed: number;
  readonly promised: Promised;
  /** Called after each crash. */
  onCrash?(report: CrashReport): void;
}

export interface CrashReport {
  readonly index: number;
  /** Writes that were acknowledged before the kill, in this life of the server. */
  readonly acknowledged: number;
  /** How many of those a server that reads the files lacks. */
  readonly lostByRedis: number;
  readonly lostByUs: number;
  readonly rewrites: number;
  readonly saves: number;
  readonly killedAfterMs: number;
}

const WRITERS = 4;
/** The kill comes at the latest after this many acknowledged commands. */
const MAX_COMMANDS = 300;
const CONFIGS: Readonly<Record<Promised, readonly string[]>> = {
  always: ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''],
  everysec: ['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''],
  snapshots: ['--appendonly', 'no', '--save', ''],
};

interface OurServer {
  readonly port: number;
  readonly child: ChildProcess;
  kill(): Promise<void>;
}

/** Starts the bundle; rejects with its output if it does not start. */
function startOurs(program: string, folder: string, options: readonly string[]): Promise<OurServer> {
  const child = spawn(process.execPath, [program, '--port', '0', '--dir', folder, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  return new Promise((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      said += `${line}\n`;
      const port = /ready to accept connections on port (\d+)/.exec(line)?.[1];
      if (port === undefined) return;
      const kill = async () => {
        child.kill('SIGKILL');
        await ended;
      };
      resolve({ port: Number(port), child, kill });
    });
    ended.then(() => reject(new Error(`the server did not start: ${said}`)));
  });
}

/** The state of one connection: the last number sent, and the last one answered. */
interface Writer {
  readonly name: string;
  asked: number;
  acknowledged: number;
}

function text(reply: Uint8Array): string {
  return Buffer.from(reply).toString('latin1');
}

/** Writes until the server is gone. */
async function write(client: WireClient, writer: Writer, chance: RandomStream, onAnswer: () => void) {
  for (;;) {
    const next = writer.acknowledged + 1;
    // Several at once, now and then as a transaction: whole or not at all.
    const batch = 1 + chance.below(4);
    const isTransaction = chance.below(3) === 0;
    const commands: string[][] = [];
    for (let n = next; n < next + batch; n++) {
      commands.push(['INCR', `${writer.name}:n`], ['RPUSH', `${writer.name}:l`, String(n)]);
    }
    writer.asked = next + batch - 1;
    const framed = isTransaction ? [['MULTI'], ...commands, ['EXEC']] : commands;
    const replies = framed.map((command) => client.send(command));
    for (const reply of replies) reply.catch(() => {});
    try {
      for (const [index, reply] of replies.entries()) {
        const answer = text(await reply);
        if (answer.startsWith('-')) throw new Error(answer);
        if (!isTransaction && index % 2 === 1) {
          writer.acknowledged = next + (index >> 1);
          onAnswer();
        }
      }
    } catch (problem) {
      if (client.hasEnded) return;
      throw problem;
    }
    if (isTransaction) {
      writer.acknowledged = writer.asked;
      onAnswer();
    }
  }
}

/** How far a writer's data has come on a server; throws if they contradict each other. */
async function readBack(client: WireClient, { name }: Writer): Promise<{ pushed: number }> {
  const number = Number(/\r\n(\d+)\r\n/.exec(text(await client.send(['GET', `${name}:n`])))?.[1] ?? 0);
  const reply = text(await client.send(['LRANGE', `${name}:l`, '0', '-1'])).split('\r\n');
  const list = reply.filter((_line, index) => index > 0 && index % 2 === 0).map(Number);
  for (const [index, value] of list.entries()) {
    if (value !== index + 1) throw new Error(`${name}: element ${index} is ${value}`);
  }
  if (number !== list.length && number !== list.length + 1) {
    throw new Error(`${name}: counted to ${number}, the list has ${list.length}`);
  }
  return { pushed: list.length };
}

/** How many acknowledged writes of all writers a server lacks. Throws if it has more than was sent. */
async function missing(port: number, writers: readonly Writer[], bounds: readonly number[]): Promise<number> {
  const client = await WireClient.connect(port);
  let lost = 0;
  for (const [index, writer] of writers.entries()) {
    const { pushed } = await readBack(client, writer);
    if (pushed > writer.asked) throw new Error(`${writer.name}: ${pushed} of ${writer.asked} that were sent`);
    lost += Math.max(0, bounds[index] - pushed);
  }
  client.close();
  return lost;
}

/** A running server that loads a folder may not be ready at once. */
async function waitUntilLoaded(port: number): Promise<void> {
  for (;;) {
    const client = await WireClient.connect(port);
    const answer = text(await client.send(['PING']));
    client.close();
    if (answer === '+PONG\r\n') return;
    await pause(5);
  }
}

export async function runCrashes(plan: CrashPlan): Promise<CrashReport[]> {
  const { program, times, promised } = plan;
  const chance = new Random(plan.seed).stream('crashes');
  const folder = mkdtempSync(join(tmpdir(), 'rediscope-crash-'));
  const reports: CrashReport[] = [];
  const config = CONFIGS[promised];
  let writers: Writer[] = [];
  let server: OurServer | null = null;
  try {
    for (let index = 0; index < times; index++) {
      // Every so often from an empty folder, so that loading stays short.
      if (index % 20 === 0) {
        await server?.kill();
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder);
        server = await startOurs(program, folder, config);
        writers = Array.from({ length: WRITERS }, (_, each) => ({
          name: `w${each}`,
          asked: 0,
          acknowledged: 0,
        }));
      }
      if (server === null) throw new Error('no server');
      const before = writers.map(({ acknowledged }) => acknowledged);
      const { saved, ...life } = await live(server, writers, chance);
      const acknowledged = writers.reduce((sum, each, at) => sum + each.acknowledged - before[at], 0);
      const bounds = promised === 'snapshots' ? saved : writers.map((each) => each.acknowledged);

      const copy = mkdtempSync(join(tmpdir(), 'rediscope-crash-copy-'));
      cpSync(folder, copy, { recursive: true });
      const redis = await startRedis(['--dir', copy, ...config]);
      await waitUntilLoaded(redis.port);
      const lostByRedis = await missing(redis.port, writers, bounds);
      await redis.stop();
      rmSync(copy, { recursive: true, force: true });

      server = await startOurs(program, folder, config);
      const lostByUs = await missing(server.port, writers, bounds);
      await goOnFrom(server.port, writers);
      const report = { index, acknowledged, lostByRedis, lostByUs, ...life };
      reports.push(report);
      plan.onCrash?.(report);
    }
  } finally {
    await server?.kill();
    rmSync(folder, { recursive: true, force: true });
  }
  return reports;
}

/** One life: writes from all connections, and the kill in the middle of them. */
async function live(server: OurServer, writers: readonly Writer[], chance: RandomStream) {
  const clients = await Promise.all(writers.map(() => WireClient.connect(server.port)));
  const admin = await WireClient.connect(server.port);
  const killAt = 1 + chance.below(MAX_COMMANDS);
  const startedMs = performance.now();
  let answers = 0;
  let rewrites = 0;
  let saves = 0;
  /** Each writer's progress when the last snapshot known to be whole began; the files hold the beginning. */
  let saved = writers.map(({ acknowledged }) => acknowledged);
  let kill: Promise<void> | null = null;
  const sendAdmin = async (): Promise<void> => {
    const choice = chance.below(3);
    if (choice === 0) rewrites++;
    else saves++;
    const soFar = writers.map(({ acknowledged }) => acknowledged);
    const command = ['BGREWRITEAOF', 'BGSAVE', 'SAVE'][choice];
    const reply = await admin.send([command]).catch(() => null);
    if (command === 'SAVE' && reply !== null && text(reply) === '+OK\r\n') saved = soFar;
  };
  const onAnswer = (): void => {
    answers++;
    if (kill !== null) return;
    if (answers % 40 === 1) void sendAdmin();
    // Not always just after an answer: the server may be doing anything.
    if (answers >= killAt) kill = pause(chance.below(8)).then(() => server.kill());
  };
  await Promise.all(clients.map((client, index) => write(client, writers[index], chance, onAnswer)));
  await kill;
  for (const client of [...clients, admin]) client.close();
  return { rewrites, saves, saved, killedAfterMs: Math.round(performance.now() - startedMs) };
}

/** The writers go on from the server's state: unacknowledged commands may be there or not. */
async function goOnFrom(port: number, writers: readonly Writer[]): Promise<void> {
  const client = await WireClient.connect(port);
  for (const writer of writers) {
    const { pushed } = await readBack(client, writer);
    // A count without its element: the kill came between the two.
    await client.send(['SET', `${writer.name}:n`, String(pushed)]);
    writer.asked = pushed;
    writer.acknowledged = pushed;
  }
  client.close();
}
