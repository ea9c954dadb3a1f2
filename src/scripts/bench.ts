/**
 * `npm run bench`: how fast the engine is, always as a ratio to something measured in the same run on the same machine.
 * Rounds of all contenders alternate, and the median round counts, so that a busy moment of the machine affects all of
 * them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { Engine } from '../engine/server/engine.ts';
import { encodeCommand } from '../protocol/resp.ts';
import { inlineWholeCommands } from '../tcp/inlining.ts';
import { listen } from '../tcp/server.ts';
import { startRedis } from '../testing/oracle.ts';
import { benchBack } from './bench-back.ts';
import { benchGrowth } from './bench-growth.ts';
import { benchStart } from './bench-start.ts';

const ROUNDS = 7;
const START = { generation: '7.0', seed: 1, startMs: 1_700_000_000_000, config: {} } as const;

type Contender = { readonly name: string; run(): number | Promise<number> };

/** Median operations a second of each contender, their rounds interleaved. */
async function race(contenders: readonly Contender[]): Promise<Map<string, number>> {
  const rates = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { name, run } of contenders) {
      const rate = await run();
      // The first round warms up.
      if (round > 0) rates.get(name)?.push(rate);
    }
  }
  return new Map([...rates].map(([name, list]) => [name, list.sort((a, b) => a - b)[list.length >> 1]]));
}

/** By the processor time used, so that other work of the machine does not count. */
function perSecond(count: number, run: () => void): number {
  const start = process.cpuUsage();
  run();
  return rate(count, process.cpuUsage(start));
}

async function perSecondAsync(count: number, run: () => Promise<void>): Promise<number> {
  const start = process.cpuUsage();
  await run();
  return rate(count, process.cpuUsage(start));
}

function rate(count: number, { user, system }: NodeJS.CpuUsage): number {
  return (count * 1e6) / (user + system);
}

function print(title: string, rates: Map<string, number>, base: string, wanted?: string): void {
  const reference = rates.get(base) as number;
  console.log(`\n${title}${wanted === undefined ? '' : `   (wanted: ${wanted})`}`);
  for (const [name, rate] of rates) {
    const ratio = (rate / reference).toFixed(2);
    console.log(
      `  ${name.padEnd(34)} ${Math.round(rate).toLocaleString('en').padStart(12)} /s   ${ratio} × ${base}`,
    );
  }
}

const COMMANDS = {
  SET: (i: number) => ['SET', `key:${i % 10_000}`, 'VXK'],
  GET: (i: number) => ['GET', `key:${i % 10_000}`],
  INCR: (i: number) => ['INCR', `counter:${i % 10_000}`],
} as const;

function engineWith(commands: readonly string[][]): Engine {
  const engine = new Engine(START);
  engine.step({ type: 'open', nowMs: START.startMs, client: 1 });
  for (const command of commands) {
    engine.step({ type: 'data', nowMs: START.startMs, client: 1, bytes: encode(command) });
  }
  return engine;
}

function encode(words: readonly string[]): Uint8Array {
  return encodeCommand(words.map((word) => new TextEncoder().encode(word)));
}

const PIPELINE = 16;

/** The same commands one at a time, as a console sends them, and in pipelines, as busy programs do. */
async function inProcess(): Promise<void> {
  const { default: RedisMock } = await import('ioredis-mock');
  for (const [name, command] of Object.entries(COMMANDS)) {
    const count = 20_000;
    const engine = engineWith(Array.from({ length: 10_000 }, (_, i) => COMMANDS.SET(i).slice()));
    const mock = new RedisMock();
    for (let i = 0; i < 10_000; i++) await mock.set(`key:${i}`, 'VXK');
    const inputs = Array.from({ length: count }, (_, i) => encode(command(i)));
    const pipelines = Array.from({ length: count / PIPELINE }, (_, i) =>
      joined(inputs.slice(i * PIPELINE, (i + 1) * PIPELINE)),
    );
    const run = (portions: readonly Uint8Array[]) => () =>
      perSecond(count, () => {
        for (const bytes of portions) engine.step({ type: 'data', nowMs: START.startMs, client: 1, bytes });
      });
    const method = name.toLowerCase() as 'set' | 'get' | 'incr';
    const words = Array.from({ length: count }, (_, i) => command(i).slice(1) as string[]);
    const asks = mock as unknown as Record<typeof method, (...args: string[]) => Promise<unknown>>;
    const single = await race([
      { name: 'rediscope', run: run(inputs) },
      {
        name: 'ioredis-mock',
        run: () =>
          perSecondAsync(count, async () => {
            for (const args of words) await asks[method](...args);
          }),
      },
    ]);
    print(`${name} in process, one at a time`, single, 'ioredis-mock');
    const pipelined = await race([
      { name: 'rediscope', run: run(pipelines) },
      {
        name: 'ioredis-mock',
        run: () =>
          perSecondAsync(count, async () => {
            for (let from = 0; from < count; from += PIPELINE) {
              const pipeline = mock.pipeline();
              const queue = pipeline as unknown as Record<typeof method, (...args: string[]) => unknown>;
              for (let i = from; i < from + PIPELINE; i++) queue[method](...words[i]);
              await pipeline.exec();
            }
          }),
      },
    ]);
    print(`${name} in process, pipelines of ${PIPELINE}`, pipelined, 'ioredis-mock', 'at least 3');
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** A probe that is null must cost nothing: the same work with no probe, and beside it with one that only counts. */
async function probe(): Promise<void> {
  const count = 200_000;
  const inputs = Array.from({ length: 2000 }, (_, i) => encode(COMMANDS.GET(i)));
  const run = (engine: Engine) => () =>
    perSecond(count, () => {
      for (let i = 0; i < count; i++) {
        engine.step({ type: 'data', nowMs: START.startMs, client: 1, bytes: inputs[i % inputs.length] });
      }
    });
  const filling = Array.from({ length: 10_000 }, (_, i) => COMMANDS.SET(i).slice());
  const never = engineWith(filling);
  const after = engineWith(filling);
  // This engine has been watched before, so its call sites have seen both kinds of probe.
  const stop = after.listen({ step: () => {} });
  run(after)();
  stop();
  const watched = engineWith(filling);
  watched.listen({ step: () => {} });
  print(
    'GET, probe unwatched and watched',
    await race([
      { name: 'never watched', run: run(never) },
      { name: 'watched before, not now', run: run(after) },
      { name: 'watched', run: run(watched) },
    ]),
    'never watched',
  );
}

/** redis-benchmark -P 16 against a port; operations a second by test name. */
function benchmark(port: number, test: string, requests: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn('redis-benchmark', [
      '-p',
      `${port}`,
      '-t',
      test,
      '-P',
      '16',
      '-n',
      `${requests}`,
      '--csv',
    ]);
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
    });
    child.on('error', reject);
    child.on('close', () => {
      const row = text.split('\n').find((line) => line.toLowerCase().match(`^"${test}\\b`));
      if (row === undefined) reject(new Error(`redis-benchmark reported nothing about ${test}: ${text}`));
      else resolve(Number(row.split(',')[1].replaceAll('"', '')));
    });
  });
}

/** Tests of redis-benchmark, with the least wanted ratio to redis-server. */
const TCP_TESTS = {
  strings: [
    { test: 'set', wanted: 0.3, requests: 200_000 },
    { test: 'get', wanted: 0.3, requests: 200_000 },
    { test: 'incr', wanted: 0.3, requests: 200_000 },
  ],
  types: [
    { test: 'lpush', wanted: 0.3, requests: 100_000 },
    { test: 'sadd', wanted: 0.3, requests: 100_000 },
    { test: 'hset', wanted: 0.3, requests: 100_000 },
    { test: 'zadd', wanted: 0.2, requests: 100_000 },
    { test: 'lrange_100', wanted: 0.2, requests: 20_000 },
  ],
} as const;

async function overTcp(kinds: readonly (keyof typeof TCP_TESTS)[]): Promise<void> {
  if (spawnSync('redis-benchmark', ['--version']).error !== undefined) {
    console.log('\nredis-benchmark is not installed: nothing measured over TCP.');
    return;
  }
  const redis = await startRedis();
  const ours = spawn(process.execPath, [process.argv[1], '--serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const theirs = spawn(process.execPath, [process.argv[1], '--serve-other'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const ourPort = await portOf(ours);
    const theirPort = await portOf(theirs);
    for (const kind of kinds) {
      for (const { test, wanted, requests } of TCP_TESTS[kind]) {
        const contenders = [
          { name: 'redis-server', run: () => benchmark(redis.port, test, 2 * requests) },
          { name: 'rediscope', run: () => benchmark(ourPort, test, requests) },
        ];
        if (kind === 'strings') {
          contenders.push({ name: 'js-redis-server', run: () => benchmark(theirPort, test, requests / 10) });
        }
        const rates = await race(contenders);
        const title = `${test.toUpperCase()} over TCP, redis-benchmark -P 16`;
        print(title, rates, 'redis-server', `rediscope at least ${wanted}`);
        const other = rates.get('js-redis-server');
        if (other === undefined) continue;
        const ratio = (rates.get('rediscope') as number) / other;
        console.log(`  rediscope is ${ratio.toFixed(1)} × js-redis-server   (wanted: at least 10)`);
      }
    }
  } finally {
    ours.kill();
    theirs.kill();
    await redis.stop();
  }
}

function portOf(child: ReturnType<typeof spawn>): Promise<number> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (data) => resolve(Number(String(data).trim())));
    child.once('exit', () => reject(new Error('a server to measure did not start')));
  });
}

if (process.argv.includes('--serve')) {
  inlineWholeCommands();
  const server = await listen({ port: 0, host: '127.0.0.1', start: { ...START, startMs: Date.now() } });
  console.log(server.port);
} else if (process.argv.includes('--serve-other')) {
  const { createRedisMock } = await import('js-redis-server');
  const server = await createRedisMock();
  const [address] = server.addresses();
  console.log(address.port);
} else {
  const only = process.argv[2];
  if (only === undefined || only === 'process') await inProcess();
  if (only === undefined || only === 'probe') await probe();
  if (only === undefined || only === 'growth') benchGrowth(process.argv[3]);
  if (only === undefined || only === 'back') benchBack();
  if (only === undefined || only === 'start') benchStart();
  if (only === undefined || only === 'tcp') await overTcp(['strings', 'types']);
  if (only === 'types') await overTcp(['types']);
}
