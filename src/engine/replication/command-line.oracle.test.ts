/** What the real redis-cli does with a server of ours: it takes a file as a replica, and listens to the stream. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startRedis, WireClient } from '../../testing/oracle.ts';
import { digestOf, infoOf, type Node, startNode, until } from '../../testing/replication-run.ts';
import { latin1 } from '../base/bytes.ts';

const LIMIT = { timeout: 60_000 };
const undo: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
});

async function ours(config: Record<string, string> = {}): Promise<Node> {
  const node = await startNode('ours', config);
  undo.push(() => node.stop());
  for (let i = 0; i < 200; i++) await node.client.send(['RPUSH', `list:${i % 20}`, `value ${i}`]);
  await node.client.send([
    'FUNCTION',
    'LOAD',
    "#!lua name=l\nredis.register_function('f', function() return 1 end)",
  ]);
  return node;
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'rediscope-cli-'));
  undo.push(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function cli(...args: string[]): Promise<string> {
  const child = spawn('redis-cli', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return `${code} ${text}`;
}

test('redis-cli --rdb takes a file that a real server loads', LIMIT, async () => {
  for (const diskless of ['yes', 'no']) {
    const node = await ours({ 'repl-diskless-sync': diskless });
    const path = await folder();
    expect(await cli('-p', String(node.port), '--rdb', join(path, 'dump.rdb'))).toMatch(
      /^0 .*Transfer finished/s,
    );
    const real = await startRedis(['--dir', path, '--enable-debug-command', 'yes']);
    undo.push(() => real.stop());
    const client = await WireClient.connect(real.port);
    const digest = latin1(await client.send(['DEBUG', 'DIGEST'])).trim();
    client.close();
    expect(digest).toBe(await digestOf(node));
    expect((await infoOf(node, 'replication')).get('connected_slaves')).toBe('0');
  }
});

test('redis-cli --functions-rdb takes the functions and no keys', LIMIT, async () => {
  const node = await ours();
  const path = join(await folder(), 'functions.rdb');
  expect(await cli('-p', String(node.port), '--functions-rdb', path)).toMatch(/^0 .*Transfer finished/s);
  const file = latin1(await readFile(path));
  expect(file).toContain('#!lua name=l');
  expect(file).not.toContain('list:1');
  const check = spawnSync('redis-check-rdb', [path], { encoding: 'latin1' });
  expect(check.stdout).toContain('RDB looks OK');
});

test('redis-cli --replica shows what is written', LIMIT, async () => {
  const node = await ours();
  const child = spawn('redis-cli', ['-p', String(node.port), '--replica'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  undo.push(async () => child.kill());
  let shown = '';
  child.stdout.on('data', (chunk) => (shown += String(chunk)));
  await until('the replica to be online', async () =>
    Boolean((await infoOf(node, 'replication')).get('slave0')?.includes('state=online')),
  );
  await node.client.send(['SET', 'shown', 'in csv']);
  await until('the command', async () => shown.includes('"SET","shown","in csv"'));
});
