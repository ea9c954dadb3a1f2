/** INFO: every section and field of ours stands where the server's stands, and the counters count alike. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeReplies } from '../../../protocol/resp.ts';
import { type RunningRedis, startRedis, WireClient } from '../../../testing/oracle.ts';
import { EngineClients } from '../../../testing/transcript-players.ts';
import { latin1 } from '../../base/bytes.ts';

let redis: RunningRedis;
let server: WireClient;
const ours = new EngineClients();

beforeAll(async () => {
  redis = await startRedis();
  server = await WireClient.connect(redis.port);
});
afterAll(async () => {
  server?.close();
  await redis?.stop();
});

/** Titles and field names in the order of the reply. */
function outline(text: string): string[] {
  return text
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => line.split(':')[0]);
}

function textOf(reply: Uint8Array): string {
  const [string] = decodeReplies(reply);
  if (string.type !== 'string') throw new Error('a string is expected');
  return latin1(string.bytes);
}

async function both(...args: string[]): Promise<[ours: string, servers: string]> {
  return [textOf(ours.send(args)), textOf(await server.send(args))];
}

/** Whether all of `part` stand in `whole` in the same order; the first that does not otherwise. */
function firstOutOfOrder(part: readonly string[], whole: readonly string[]): string | null {
  let at = 0;
  for (const item of part) {
    at = whole.indexOf(item, at) + 1;
    if (at === 0) return item;
  }
  return null;
}

test.each(['default', 'all', 'everything', 'server', 'memory', 'STATS clients', 'keyspace stats'])(
  'the outline of INFO %s',
  async (sections) => {
    const [found, expected] = await both('INFO', ...sections.split(' '));
    expect(outline(found).length).toBeGreaterThan(0);
    expect(firstOutOfOrder(outline(found), outline(expected))).toBeNull();
  },
);

/** What belongs to a process on a computer and has no counterpart here, or is not measured. */
const LEFT_OUT = [
  ...['redis_build_id', 'atomicvar_api', 'gcc_version', 'total_system_memory', 'total_system_memory_human'],
  ...['used_memory_lua', 'used_memory_vm_eval', 'used_memory_lua_human', 'used_memory_vm_functions'],
  ...['used_memory_vm_total', 'used_memory_vm_total_human', 'expire_cycle_cpu_milliseconds'],
];

test('every field of the server is there, but for those that cannot be', async () => {
  const [found, expected] = (await both('INFO', 'default')).map(outline);
  expect(expected.filter((field) => !found.includes(field))).toEqual(LEFT_OUT);
  const [withAof, expectedWithAof] = await withAppendOnlyFile();
  expect(expectedWithAof.filter((field) => !withAof.includes(field))).toEqual([]);
});

async function withAppendOnlyFile(): Promise<[string[], string[]]> {
  await both('INFO', 'server');
  for (const client of [server, ours]) await client.send(['CONFIG', 'SET', 'appendonly', 'yes']);
  const [found, expected] = (await both('INFO', 'persistence')).map(outline);
  for (const client of [server, ours]) await client.send(['CONFIG', 'SET', 'appendonly', 'no']);
  return [found, expected];
}

function values(text: string): Record<string, string> {
  const lines = text.split('\r\n').filter((line) => line.includes(':'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  );
}

const commands = [
  'SET k v',
  'GET k',
  'GET missing',
  'GET',
  'INCR k',
  'NOTHING',
  'CLIENT NOTHING',
  'CLIENT ID x',
  'CLIENT GETNAME',
  'CONFIG GET hz',
  'CONFIG SET hz x',
  'CONFIG SET nothing x',
  'HELLO 9',
  'AUTH a b',
  'AUTH x',
  'SET e v PX 100000',
  'SET gone v PXAT 1',
  'GET gone',
  'EXISTS gone k',
  'TTL e',
  'DEBUG SLEEP 0',
  'OBJECT ENCODING missing',
  'MEMORY USAGE missing',
  'MEMORY USAGE k SAMPLES x',
  'COMMAND GETKEYS PING x',
  'SWAPDB 0 99',
  'FLUSHDB x',
  'RANDOMKEY x',
  'TOUCH k missing',
  'DEL missing k',
];

test('the counters', async () => {
  for (const client of [server, ours]) {
    await client.send(['CONFIG', 'RESETSTAT']);
    for (const command of commands) await client.send(command.split(' '));
  }
  const [found, expected] = (await both('INFO', 'stats')).map(values);
  for (const field of [
    'total_commands_processed',
    'total_error_replies',
    'keyspace_hits',
    'keyspace_misses',
  ]) {
    expect(found[field], field).toBe(expected[field]);
  }
  const [errors, expectedErrors] = await both('INFO', 'errorstats');
  expect(errors).toBe(expectedErrors);
  const [calls, expectedCalls] = (await both('INFO', 'commandstats')).map(values);
  const withoutTime = (stats: Record<string, string>) =>
    Object.entries(stats).map(([name, text]) => [
      name,
      text.replace(/usec=[0-9]+,usec_per_call=[0-9.]+,/, ''),
    ]);
  expect(Object.fromEntries(withoutTime(calls))).toEqual(Object.fromEntries(withoutTime(expectedCalls)));
  const [keyspace, expectedKeyspace] = await both('INFO', 'keyspace');
  expect(keyspace.replace(/avg_ttl=\d+/, '')).toBe(expectedKeyspace.replace(/avg_ttl=\d+/, ''));
});
