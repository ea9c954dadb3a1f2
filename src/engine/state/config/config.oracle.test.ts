/** Every parameter of the server, with its default, its bounds and the wording of its refusals. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeReplies } from '../../../protocol/resp.ts';
import { type RunningRedis, startRedis, WireClient } from '../../../testing/oracle.ts';
import { EngineClients } from '../../../testing/transcript-players.ts';
import { latin1 } from '../../base/bytes.ts';

let redis: RunningRedis;
let server: WireClient;
const ours = new EngineClients();

beforeAll(async () => {
  // The tests' own server is started without save points and on one address; its defaults are given back.
  redis = await startRedis(['--save', '3600 1 300 100 60 10000', '--bind', '* -::*']);
  server = await WireClient.connect(redis.port);
});
afterAll(async () => {
  server?.close();
  await redis?.stop();
});

function pairs(reply: Uint8Array): Record<string, string> {
  const [array] = decodeReplies(reply);
  if (array.type !== 'array') throw new Error('an array is expected');
  const texts = array.items.map((item) => (item.type === 'string' ? latin1(item.bytes) : '?'));
  const found: Record<string, string> = {};
  for (let at = 0; at < texts.length; at += 2) found[texts[at]] = texts[at + 1];
  return found;
}

/** What depends on the machine and on how the server was started. */
const ofTheMachine = ['port', 'dir'];

test('CONFIG GET * names the same parameters with the same values', async () => {
  const expected = pairs(await server.send(['CONFIG', 'GET', '*']));
  const found = pairs(ours.send(['CONFIG', 'GET', '*']));
  for (const name of ofTheMachine) {
    expect(found).toHaveProperty(name);
    delete found[name];
    delete expected[name];
  }
  expect(found).toEqual(expected);
});

/**
 * Parameters that act on the machine when they are set: a value that the server would take is not tried,
 * but what it refuses is compared all the same.
 */
const actsOnTheMachine = new Set(['port', 'tls-port', 'bind', 'maxclients', 'appendonly', 'oom-score-adj']);

const values = [
  '',
  ' ',
  '0',
  '1',
  '2',
  '-1',
  '-2',
  '007',
  '+1',
  '10',
  '99',
  '100',
  '101',
  '128',
  '777',
  '1000',
  '1001',
  '65535',
  '65536',
  '1048575',
  '1048576',
  '2147483647',
  '2147483648',
  '4294967295',
  '4294967296',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551615',
  '18446744073709551616',
  '-2147483648',
  '-2147483649',
  '-9223372036854775808',
  '1k',
  '1kb',
  '1MB',
  '1 mb',
  '2g',
  '1b',
  'kb',
  '50%',
  '101%',
  '0x10',
  '1.5',
  'yes',
  'NO',
  'Yes ',
  'bogus',
  'local',
  'relative',
  'save now',
  'normal 1 2 3',
  'normal 1mb 2kb 60 pubsub 1 2 3',
  '60 1',
  '60 1 10 2',
  '1 2 3',
  '-2000 0 2001',
  '50 99.9',
  'KEA',
  'Kg$',
  '{title} x',
  '{nothing}',
  'a.b-c',
  'a_b',
  'x\u0000y',
  '5\u0000k',
  'allkeys-lru',
  'VOLATILE-TTL',
  'everysec',
  'notice',
];

test('every parameter takes and refuses the same values in the same words', async () => {
  const names = Object.keys(pairs(await server.send(['CONFIG', 'GET', '*'])));
  names.push('use-exit-on-panic', 'watchdog-period', 'key-load-delay', 'rdb-key-save-delay');
  names.push('loading-process-events-interval-bytes', 'lua-enable-deprecated-api', 'no-such-parameter');
  const differences: string[] = [];
  let compared = 0;
  const compare = (name: string, value: string, found: Uint8Array, expected: Uint8Array) => {
    compared++;
    if (latin1(found) === latin1(expected)) return;
    differences.push(`${name} ${JSON.stringify(value)}: ${latin1(found)} instead of ${latin1(expected)}`);
  };
  for (const name of names.filter((each) => each !== 'dir').sort()) {
    const before = pairs(await server.send(['CONFIG', 'GET', name]))[name];
    for (const value of values) {
      const bytes = Buffer.from(value, 'latin1');
      const found = ours.send(['CONFIG', 'SET', name, bytes]);
      if (actsOnTheMachine.has(name) && latin1(found) === '+OK\r\n') continue;
      compare(name, value, found, await server.send(['CONFIG', 'SET', name, bytes]));
      if (actsOnTheMachine.has(name)) continue;
      // The names of our own are told in the order asked for: one at a time can be compared.
      compare(name, value, ours.send(['CONFIG', 'GET', name]), await server.send(['CONFIG', 'GET', name]));
      // A password would shut the next connection out.
      if (name === 'requirepass') await server.send(['CONFIG', 'SET', name, '']);
      if (name === 'requirepass') ours.send(['CONFIG', 'SET', name, '']);
    }
    if (before === undefined) continue;
    for (const client of [server, ours]) await client.send(['CONFIG', 'SET', name, before]);
  }
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(10_000);
  const dir = ['CONFIG', 'SET', 'dir', '/'];
  expect(latin1(ours.send(dir))).toBe(latin1(await server.send(dir)));
});

test('several pairs are set together or not at all', async () => {
  const calls: string[][] = [
    ['hz', '20', 'maxmemory', '1mb'],
    ['hz', '30', 'maxmemory', 'x'],
    ['hz', '30', 'nothing', 'x'],
    ['hz', '-1', 'nothing', 'x'],
    ['nothing', 'x', 'hz', '-1'],
    ['hz', '40', 'hz', '50'],
    ['hz', '40', 'HZ', '50'],
    ['hz', '40', 'databases', '50'],
    ['databases', '50', 'nothing', '1'],
    ['hz', '40', 'dbfilename', 'x'],
    ['hz', '40', 'maxmemory'],
    ['HZ', '-1'],
    ['SLAVE-PRIORITY', '-1'],
    ['slave-priority', '5', 'replica-priority', '6'],
    ['slave-priority', '7', 'replica-priority', '-6'],
    ['save', '', 'timeout', '5', 'hz', '12'],
  ];
  const names = ['hz', 'maxmemory', 'replica-priority', 'slave-priority', 'save', 'timeout', 'databases'];
  for (const call of calls) {
    const args = ['CONFIG', 'SET', ...call];
    expect(latin1(ours.send(args)), call.join(' ')).toBe(latin1(await server.send(args)));
    for (const name of names) {
      const get = ['CONFIG', 'GET', name];
      expect(latin1(ours.send(get)), `${call.join(' ')}: ${name}`).toBe(latin1(await server.send(get)));
    }
  }
});

test.each([
  ['hz'],
  ['HZ'],
  ['Hz', 'hz'],
  ['h?'],
  ['H*'],
  ['[h]z'],
  ['h\\z'],
  ['nothing'],
  ['use-exit-on-panic'],
  ['use-exit*'],
  ['*slave*'],
  ['*replica-p*', 'slave-p*'],
  ['max*', 'hz', 'maxmemory'],
  ['*ziplist*', '*listpack*'],
])('CONFIG GET %s', async (...asked) => {
  const args = ['CONFIG', 'GET', ...asked];
  expect(pairs(ours.send(args))).toEqual(pairs(await server.send(args)));
});
