/** redis.conf, read and written as by redis-server. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { latin1 } from '../engine/index.ts';
import { freePort, WireClient } from '../testing/oracle.ts';
import { parseCommandLine } from './command-line.ts';
import { configurationOf } from './configuration.ts';
import { listen, wallClockMs } from './server.ts';

const folder = mkdtempSync(join(tmpdir(), 'rediscope-conf-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function write(text: string): string {
  const path = join(folder, `${++files}.conf`);
  writeFileSync(path, text, 'latin1');
  return path;
}

function configure(...words: readonly string[]) {
  const line = parseCommandLine(words);
  if (typeof line === 'string') throw new Error(line);
  return configurationOf(line);
}

/** The words in which it does not start; null if it does. */
function ours(words: readonly string[]): string | null {
  try {
    configure(...words);
    return null;
  } catch (problem) {
    return (problem as Error).message.trim();
  }
}

function real(words: readonly string[]): string {
  const { stdout, stderr } = spawnSync('redis-server', words, { encoding: 'latin1', timeout: 20_000 });
  return `${stdout}${stderr}`.trim().replace(/^.*# (?=Fatal error)/, '');
}

test.each([
  ['port 23500\nfoo bar\n'],
  ['port x\n'],
  ['port 1 2\n'],
  ['port\n'],
  ['# one\n\nsave "900\n'],
  ['include nowhere.conf\n'],
  ['include\n'],
  ['replicaof 1\n'],
  ['cluster-enabled yes\nreplicaof 127.0.0.1 1\n'],
  ['appendonly maybe\n'],
  ['maxmemory 1zz\n'],
  ['PORT 23500\nmaxclients 0\n'],
  ['sentinel monitor x 127.0.0.1 1 1\n'],
  ['save 1\n'],
  ['client-output-buffer-limit foo 1 2 3\n'],
  ['maxmemory-policy none\n'],
  ['slave-read-only yes\nlist-max-ziplist-entries 1\nnotify-keyspace-events 9\n'],
])('%j does not start a server', (text) => {
  const path = write(text);
  expect(ours([path])).toBe(real([path]));
});

test.each([
  [['--foo', 'bar']],
  [['--port']],
  [['--port', '23500', '--appendonly']],
  [['--port', '23500', '--maxmemory', '1 mb', 'x']],
  [['nowhere.conf']],
  [['--port', '23500', '--replicaof', '127.0.0.1 6379 7']],
  [['--port', '23500', '--replicaof', '127.0.0.1']],
  [['--port', '23500', '--hz', '10 20']],
])('%j does not start a server', (words) => {
  expect(ours(words)).toBe(real(words));
});

test('parameters on the command line come behind the lines of the file', () => {
  const path = write('port 1\nappendonly yes\nsave 900 1\nsave 300 10\nuser a on\nuser b on >"x y"\n');
  const { config, port, configFile } = configure(path, '--port', '7001', '--slaveof', '10.0.0.1', '6379');
  expect(config).toEqual({
    port: '7001',
    appendonly: 'yes',
    save: '900 1 300 10',
    user: 'a on\nb on >x y',
    replicaof: '10.0.0.1 6379',
  });
  expect({ port, configFile }).toEqual({ port: 7001, configFile: path });
  expect(configure('--save', '').config.save).toBe('');
  expect(configure('--replicaof', '10.0.0.1 6379').config.replicaof).toBe('10.0.0.1 6379');
  expect(configure().port).toBe(6400);
});

test('an included file stands where it is named', () => {
  const inner = write('maxmemory 2mb\nhz 20\n');
  const path = write(`maxmemory 1mb\ninclude ${inner}\nhz 30\n`);
  expect(configure(path).config).toMatchObject({ maxmemory: '2mb', hz: '30' });
});

/** Waits until somebody listens there. */
async function connected(port: number): Promise<WireClient> {
  for (;;) {
    const client = await WireClient.connect(port).catch(() => null);
    if (client !== null) return client;
    await pause(20);
  }
}

const BEFORE = `# A server of ours.
appendonly no
# The limit
maxmemory 100mb

save 900 1
save 300 10
slave-priority 50
client-output-buffer-limit normal 0 0 0
user alice on nopass ~* +@all
`;

test('CONFIG REWRITE writes the same lines', async () => {
  const paths = [write(BEFORE), write(BEFORE)];
  const options = ['--replica-serve-stale-data', 'no', '--enable-debug-command', 'yes'];
  const port = await freePort();
  const words = [paths[0], '--port', `${port}`, '--dir', folder, ...options];
  const redis = spawn(process.env.REDIS_SERVER || 'redis-server', words, { stdio: 'ignore' });
  const { config } = configure(paths[1], ...options);
  const server = await listen({
    port: 0,
    host: '127.0.0.1',
    start: { generation: '7.0', seed: 1, startMs: wallClockMs(), config, configFile: paths[1] },
  });
  const clients = [await connected(port), await WireClient.connect(server.port)];
  const both = async (...words: readonly string[]): Promise<void> => {
    const [theirs, mine] = [await clients[0].send(words), await clients[1].send(words)].map((each) =>
      latin1(each),
    );
    expect(mine).toBe(theirs);
  };
  const compare = (): void => {
    const [theirs, mine] = paths.map((path) =>
      readFileSync(path, 'latin1')
        .split('\n')
        // Where it runs is its own affair, and a server puts new lines in any order.
        .filter((line) => line !== '' && !/^(dir|port) /.test(line))
        .sort(),
    );
    expect(mine).toEqual(theirs);
  };
  try {
    await both('CONFIG', 'REWRITE');
    compare();
    for (const [name, value] of [
      ['maxmemory', '5242880'],
      ['save', '60 5'],
      ['maxmemory-policy', 'allkeys-lru'],
      ['notify-keyspace-events', 'KEA'],
      ['requirepass', 'a "b\n'],
      ['hz', '11'],
      ['latency-tracking-info-percentiles', '50 99'],
      ['client-output-buffer-limit', 'pubsub 1mb 2000 3'],
      ['maxmemory-clients', '5%'],
    ]) {
      await both('CONFIG', 'SET', name, value);
    }
    await both('REPLICAOF', '127.0.0.1', '9');
    await both('ACL', 'SETUSER', 'bob', 'on', '>pw', '~k*', '+get');
    await both('CONFIG', 'REWRITE');
    compare();
    await both('REPLICAOF', 'NO', 'ONE');
    await both(
      'CONFIG',
      'SET',
      'save',
      '',
      'requirepass',
      '',
      'client-output-buffer-limit',
      'pubsub 32mb 8mb 60',
    );
    await both('ACL', 'DELUSER', 'alice');
    await both('CONFIG', 'REWRITE');
    compare();
    expect(configure(paths[1]).config).toMatchObject({ save: '', maxmemory: '5mb', hz: '11' });
  } finally {
    for (const client of clients) client.close();
    redis.kill('SIGKILL');
    await server.stop();
  }
});

test('a server without a file says so', async () => {
  const start = { generation: '7.0', seed: 1, startMs: wallClockMs(), config: {} } as const;
  const server = await listen({ port: 0, host: '127.0.0.1', start });
  const client = await WireClient.connect(server.port);
  const reply = latin1(await client.send(['CONFIG', 'REWRITE']));
  expect(reply).toBe('-ERR The server is running without a config file\r\n');
  client.close();
  await server.stop();
});
