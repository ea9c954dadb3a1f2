/**
 * Files go both ways between the engine and a real redis-server: what one has written the other loads, and then
 * both hold the same: the digest of the whole, and of every key its value, encoding, expiry and, of streams, the
 * groups. The seed is printed; FUZZ_SEED repeats a run.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DiskContent } from '../../protocol/session.ts';
import { dataSetCommands } from '../../testing/data-set.ts';
import { fuzzSeed } from '../../testing/fuzz-seed.ts';
import { encodeCommand, type RunningRedis, startRedis, WireClient } from '../../testing/oracle.ts';
import { bytesOf, concatBytes, latin1 } from '../base/bytes.ts';
import { loadScripting } from '../scripting/loader.ts';
import { Engine } from '../server/engine.ts';

const KEYS = 5600;
const DATABASES = [0, 1, 7, 15];
const DEBUG = { 'enable-debug-command': 'yes' };

let folder: string;
let redis: RunningRedis | null = null;
const clients: WireClient[] = [];

beforeAll(async () => {
  await loadScripting();
  folder = await mkdtemp(join(tmpdir(), 'rediscope-exchange-'));
});
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

async function stop(): Promise<void> {
  for (const client of clients.splice(0)) client.close();
  await redis?.stop();
  redis = null;
}

/** The engine as a client sees it: whole command in, reply out. */
class OwnServer {
  readonly engine: Engine;
  nowMs: number;

  constructor(config: Record<string, string>, nowMs: number, files: readonly DiskContent[] = []) {
    this.nowMs = nowMs;
    this.engine = new Engine({
      generation: '7.0',
      seed: 3,
      startMs: nowMs,
      config: { ...DEBUG, ...config },
      files,
    });
    expect(this.engine.downBecause).toBe(null);
    this.engine.step({ type: 'open', nowMs, client: 1 });
  }

  send(args: readonly (string | Uint8Array)[]): Uint8Array {
    const bytes = encodeCommand(args);
    const { replies } = this.engine.step({ type: 'data', nowMs: this.nowMs, client: 1, bytes });
    if (replies.length > 0) return replies[0].bytes;
    // SAVE of much data holds the server for a while.
    this.nowMs += 60_000;
    return this.engine.step({ type: 'tick', nowMs: this.nowMs }).replies[0]?.bytes ?? new Uint8Array();
  }

  wait(ms: number): void {
    const untilMs = this.nowMs + ms;
    for (; this.nowMs < untilMs; this.nowMs += 10) this.engine.step({ type: 'tick', nowMs: this.nowMs });
  }
}

async function startOn(options: readonly string[]): Promise<WireClient> {
  redis = await startRedis(['--dir', folder, '--enable-debug-command', 'yes', ...options]);
  const client = await WireClient.connect(redis.port);
  clients.push(client);
  for (let tries = 0; tries < 400; tries++) {
    if (!latin1(await client.send(['PING'])).startsWith('-LOADING')) return client;
    await pause(20);
  }
  throw new Error('the server did not end loading');
}

async function sendAll(
  client: WireClient,
  commands: Iterable<readonly (string | Uint8Array)[]>,
): Promise<void> {
  const replies: Promise<Uint8Array>[] = [];
  for (const command of commands) replies.push(client.send(command));
  expect((await Promise.all(replies)).filter((reply) => reply[0] === 45)).toEqual([]);
}

/** What is asked about every key, beside the digest of the whole. */
function questions(key: Uint8Array): (string | Uint8Array)[][] {
  return [
    ['DEBUG', 'DIGEST-VALUE', key],
    ['OBJECT', 'ENCODING', key],
    ['PEXPIRETIME', key],
    ['XINFO', 'STREAM', key, 'FULL', 'COUNT', '0'],
  ];
}

async function compare(client: WireClient, own: OwnServer, kind: Kind): Promise<number> {
  let compared = 0;
  expect(latin1(own.send(['DEBUG', 'DIGEST']))).toBe(latin1(await client.send(['DEBUG', 'DIGEST'])));
  // The loading server chooses encodings anew: a string that was appended to, a hash whose long value was replaced.
  // One side has loaded; with this both have.
  expect(latin1(own.send(['DEBUG', 'RELOAD']))).toBe('+OK\r\n');
  expect(latin1(await client.send(['DEBUG', 'RELOAD']))).toBe('+OK\r\n');
  for (const db of DATABASES) {
    await client.send(['SELECT', String(db)]);
    own.send(['SELECT', String(db)]);
    const names = [...own.engine.server.keyspace.databases[db].keys.entries()].map((entry) => entry.keyBytes);
    expect(latin1(await client.send(['DBSIZE']))).toBe(`:${names.length}\r\n`);
    const asked = names.flatMap(questions);
    const theirs = await Promise.all(asked.map((question) => client.send(question)));
    for (const [index, question] of asked.entries()) {
      const [ours, other] = [comparable(own.send(question), kind), comparable(theirs[index], kind)];
      if (ours === other) continue;
      const what = question.map((word) => (typeof word === 'string' ? word : latin1(word))).join(' ');
      expect(`${what} ${ours}`).toBe(`${what} ${other}`);
    }
    compared += names.length;
  }
  await client.send(['SELECT', '0']);
  own.send(['SELECT', '0']);
  return compared;
}

/** How a data set came over: commands that are repeated leave other traces than a photograph. */
type Kind = 'rdb' | 'aof' | 'commands';

/**
 * The tree of a stream may have grown otherwise. A consumer was seen when its commands were repeated, and a claim
 * does not tell how many entries the group has read; rewritten commands do not bring back what is pending of
 * entries that were deleted.
 */
function comparable(reply: Uint8Array, kind: Kind): string {
  let text = latin1(reply).replace(/radix-tree-(keys|nodes)\r\n:\d+/g, 'radix-tree-$1');
  if (kind !== 'rdb') {
    text = text.replace(/(seen-time|entries-read|lag)\r\n(:\d+|\$-1)/g, '$1');
  }
  if (kind === 'commands') text = text.split('$9\r\npel-count')[0];
  return text;
}

async function writeFiles(files: readonly DiskContent[]): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const { path, bytes } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
}

async function readFiles(from = folder): Promise<DiskContent[]> {
  const files: DiskContent[] = [];
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const path = join(from, entry.name);
    if (entry.isDirectory()) files.push(...(await readFiles(path)));
    else files.push({ path: relative(folder, path), bytes: new Uint8Array(await readFile(path)) });
  }
  return files;
}

test('an RDB file written here is loaded there', async () => {
  console.log(`FUZZ_SEED=${fuzzSeed}`);
  const own = new OwnServer({ save: '' }, Date.now());
  for (const command of dataSetCommands(fuzzSeed, KEYS, own.nowMs)) {
    if (own.send(command)[0] === 45) throw new Error(`refused: ${command[0]}`);
  }
  expect(latin1(own.send(['SAVE']))).toBe('+OK\r\n');
  await writeFiles(own.engine.disk.contents());
  const client = await startOn([]);
  expect(await compare(client, own, 'rdb')).toBeGreaterThanOrEqual(5000);
  await stop();
}, 120_000);

test('an RDB file written there is loaded here', async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const client = await startOn([]);
  await sendAll(client, dataSetCommands(fuzzSeed + 1, KEYS, Date.now()));
  expect(latin1(await client.send(['SAVE']))).toBe('+OK\r\n');
  const own = new OwnServer({ save: '' }, Date.now(), await readFiles());
  expect(await compare(client, own, 'rdb')).toBeGreaterThanOrEqual(5000);
  await stop();
}, 120_000);

for (const form of ['yes', 'no'] as const) {
  test(`an append only file written here is loaded there, preamble ${form}`, async () => {
    const config = {
      save: '',
      appendonly: 'yes',
      'aof-use-rdb-preamble': form,
      'aof-timestamp-enabled': 'yes',
    };
    const own = new OwnServer(config, Date.now());
    const commands = [...dataSetCommands(fuzzSeed + 2, KEYS, own.nowMs)];
    for (const [index, command] of commands.entries()) {
      if (own.send(command)[0] === 45) throw new Error(`refused: ${command[0]}`);
      if (index === commands.length >> 1) {
        expect(latin1(own.send(['BGREWRITEAOF']))).toMatch(/started/);
        own.wait(500);
      }
    }
    const names = own.engine.disk.contents().map(({ path }) => path);
    expect(names).toContain(`appendonlydir/appendonly.aof.2.base.${form === 'yes' ? 'rdb' : 'aof'}`);
    expect(names).toContain('appendonlydir/appendonly.aof.2.incr.aof');
    await writeFiles(own.engine.disk.contents());
    const client = await startOn(['--appendonly', 'yes']);
    expect(await compare(client, own, form === 'yes' ? 'aof' : 'commands')).toBeGreaterThanOrEqual(5000);
    await stop();
  }, 120_000);

  test(`an append only file written there is loaded here, preamble ${form}`, async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
    // With everysec the last writes may still wait for a fsync when the files are read.
    const policy = ['--appendfsync', 'always', '--aof-use-rdb-preamble', form];
    const client = await startOn(['--appendonly', 'yes', ...policy]);
    const commands = [...dataSetCommands(fuzzSeed + 3, KEYS, Date.now())];
    await sendAll(client, commands.slice(0, commands.length >> 1));
    expect(latin1(await client.send(['BGREWRITEAOF']))).toMatch(/started/);
    await sendAll(client, commands.slice(commands.length >> 1));
    for (let tries = 0; tries < 500; tries++) {
      if (latin1(await client.send(['INFO', 'persistence'])).includes('aof_rewrite_in_progress:0')) break;
      await pause(20);
    }
    const own = new OwnServer({ save: '', appendonly: 'yes' }, Date.now(), await readFiles());
    expect(await compare(client, own, form === 'yes' ? 'aof' : 'commands')).toBeGreaterThanOrEqual(5000);
    await stop();
  }, 120_000);
}

const LIBRARY = "#!lua name=lib\nredis.register_function('one', function() return 1 end)";

for (const policy of ['allkeys-lru', 'allkeys-lfu', 'noeviction'] as const) {
  test(`functions and use of keys go both ways under ${policy}`, async () => {
    const own = new OwnServer({ save: '', 'maxmemory-policy': policy }, Date.now() - 100_000);
    own.send(['SET', 'k', 'v']);
    for (let use = 0; use < 50; use++) own.send(['GET', 'k']);
    own.send(['SET', 'other', 'v']);
    expect(latin1(own.send(['FUNCTION', 'LOAD', LIBRARY]))).toBe('$3\r\nlib\r\n');
    own.nowMs += 70_000;
    own.send(['SAVE']);
    await writeFiles(own.engine.disk.contents());
    const client = await startOn(['--maxmemory-policy', policy]);
    expect(latin1(await client.send(['FCALL', 'one', '0']))).toBe(':1\r\n');
    const question = policy === 'allkeys-lfu' ? 'FREQ' : 'IDLETIME';
    const idle = (reply: Uint8Array) => Number(latin1(reply).slice(1));
    for (const key of ['k', 'other']) {
      const [ours, theirs] = [
        own.send(['OBJECT', question, key]),
        await client.send(['OBJECT', question, key]),
      ];
      // A second may pass on one side; without a policy that needs it nothing is told, and it counts anew.
      const expected = policy === 'noeviction' ? 0 : idle(ours);
      expect(Math.abs(idle(theirs) - expected)).toBeLessThan(5);
    }
    expect(latin1(await client.send(['SAVE']))).toBe('+OK\r\n');
    const back = new OwnServer({ save: '', 'maxmemory-policy': policy }, Date.now(), await readFiles());
    expect(latin1(back.send(['FCALL', 'one', '0']))).toBe(':1\r\n');
    for (const key of ['k', 'other']) {
      const [ours, theirs] = [
        back.send(['OBJECT', question, key]),
        await client.send(['OBJECT', question, key]),
      ];
      expect(Math.abs(idle(theirs) - idle(ours))).toBeLessThan(5);
    }
    await stop();
  }, 60_000);
}

test('the single file of an older server becomes the base of a set', () => {
  const text = concatBytes([encodeCommand(['SELECT', '0']), encodeCommand(['SET', 'k', 'v'])]);
  const files = [{ path: 'appendonly.aof', bytes: text }];
  const own = new OwnServer({ save: '', appendonly: 'yes' }, Date.now(), files);
  expect(latin1(own.send(['GET', 'k']))).toBe('$1\r\nv\r\n');
  const manifest = own.engine.disk.find('appendonlydir/appendonly.aof.manifest')!.view();
  expect(manifest).toEqual(
    bytesOf('file appendonly.aof seq 1 type b\nfile appendonly.aof.1.incr.aof seq 1 type i\n'),
  );
});
