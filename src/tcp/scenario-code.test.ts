/**
 * Runs the programs of scenarios that are there for client libraries too, each against a server that begins with the
 * data of its variant, several at once where that is what they are for. Without redis-py the Python programs are
 * skipped.
 */
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { atPort, codeLanguages } from '../protocol/client-code.ts';
import { outputOf, runnableLanguages } from '../testing/client-programs.ts';
import { allScenarios, scenarioNamed } from '../testing/scenarios.ts';
import { listen, wallClockMs } from './server.ts';

interface Case {
  readonly scenario: string;
  readonly file: string;
  /** Whose data the server begins with. */
  readonly variant: string;
  /** What else it has before. */
  readonly given?: readonly string[];
  /** How many run at once; one unless given. */
  readonly copies?: number;
  /** Waits and deadlines that would make the test slow, or would let a slow machine decide. */
  readonly instead?: Readonly<Record<string, string>>;
  /** What all of them print, in order. */
  readonly prints: readonly string[];
  readonly after: Readonly<Record<string, unknown>>;
}

const longer = { 'KEYS[1], 10)': 'KEYS[1], 10000)', '10000)': '10000000)' };

const cases: readonly Case[] = [
  {
    scenario: 'lock-single',
    file: 'token-script.lua',
    variant: 'token-script',
    prints: ['done'],
    after: { 'EXISTS lock': 0 },
  },
  {
    scenario: 'lock-single',
    file: 'token-script.lua',
    variant: 'token-script',
    given: ['SET lock other'],
    prints: ['busy'],
    after: { 'GET lock': 'other' },
  },
  {
    scenario: 'lock-single',
    file: 'fence-script.lua',
    variant: 'fence-script',
    given: ['SET fence 7'],
    prints: ['done'],
    after: { 'EXISTS lock': 0, 'GET fence': '8' },
  },
  {
    scenario: 'lock-single',
    file: 'fence-script.lua',
    variant: 'fence-script',
    given: ['SET lock other'],
    prints: ['busy'],
    after: { 'GET lock': 'other', 'EXISTS fence': 0 },
  },
  {
    scenario: 'lock-reentrant',
    file: 'count.lua',
    variant: 'count',
    prints: ['done'],
    after: { 'EXISTS lock': 0 },
  },
  {
    scenario: 'lock-reentrant',
    file: 'count.lua',
    variant: 'count',
    given: ['HSET lock other 1'],
    prints: ['busy'],
    after: { 'HGETALL lock': ['other', '1'] },
  },
  {
    scenario: 'flash-sale',
    file: 'script.lua',
    variant: 'script',
    copies: 3,
    prints: ['sold', 'sold out', 'sold out'],
    after: { 'GET stock': '0' },
  },
  {
    scenario: 'queue-crash',
    file: 'ack-last-once.lua',
    variant: 'ack-last-once',
    prints: ['done 1-0'],
    after: { 'XPENDING tasks team': [0, null, null, null], 'XLEN tasks': 1 },
  },
  {
    scenario: 'queue-crash',
    file: 'ack-last-once.lua',
    variant: 'ack-last-once',
    given: ['XREADGROUP GROUP team crashed STREAMS tasks >'],
    instead: { '60_000': '20' },
    prints: ['done 1-0'],
    after: { 'XPENDING tasks team': [0, null, null, null] },
  },
  {
    scenario: 'queue-crash',
    file: 'ack-last-once.lua',
    variant: 'ack-last-once',
    given: ['XREADGROUP GROUP team other STREAMS tasks >', 'XACK tasks team 1-0'],
    instead: { '60_000': '20' },
    prints: ['nothing'],
    after: { 'XLEN tasks': 1 },
  },
  {
    scenario: 'rate-limit-windows',
    file: 'script.lua',
    variant: 'script',
    copies: 3,
    instead: longer,
    prints: ['refused', 'served', 'served'],
    after: { 'GET hits': '3', 'EXPIRE hits 9999 GT': 0 },
  },
  {
    scenario: 'rate-limit-windows',
    file: 'sliding.lua',
    variant: 'sliding',
    copies: 3,
    instead: longer,
    prints: ['refused', 'served', 'served'],
    after: { 'ZCARD hits': 2, 'PERSIST hits': 1 },
  },
  {
    scenario: 'cache-and-database',
    file: 'write-version.lua',
    variant: 'version',
    given: ['SET item 1', 'SET item:newest 1'],
    prints: ['wrote 2'],
    after: { 'EXISTS item': 0, 'GET item:newest': '2' },
  },
  {
    scenario: 'cache-and-database',
    file: 'read-version.lua',
    variant: 'version',
    prints: ['read 1'],
    after: { 'GET item': '1', 'GET item:newest': '1' },
  },
  {
    scenario: 'cache-and-database',
    file: 'read-version.lua',
    variant: 'version',
    given: ['SET item:newest 2'],
    prints: ['read 1'],
    after: { 'EXISTS item': 0, 'GET item:newest': '2' },
  },
  {
    scenario: 'cache-and-database',
    file: 'read-version.lua',
    variant: 'version',
    given: ['SET item 2'],
    prints: ['read 2'],
    after: { 'GET item': '2' },
  },
  {
    scenario: 'watch-race',
    file: 'watch-retry.lua',
    variant: 'watch-retry',
    copies: 2,
    prints: ['done', 'done'],
    after: { 'GET balance': '120' },
  },
];

const isThere = runnableLanguages();

describe.each(codeLanguages)('%s', (language) => {
  it.skipIf(!isThere[language]).each(cases)(
    '$scenario/$file ends with $prints',
    async ({ scenario: id, file, variant, given = [], copies = 1, instead = {}, prints, after }) => {
      const scenario = scenarioNamed(id);
      const node = scenario.variants
        .find((each) => each.id === variant)
        ?.nodes.find(({ kind }) => kind === 'redis');
      if (node?.kind !== 'redis') throw new Error(`${id} has no variant ${variant} with a server`);
      const start = { generation: '7.0', seed: 1, startMs: wallClockMs(), config: {} } as const;
      const server = await listen({ port: 0, host: '127.0.0.1', start });
      const redis = new Redis(server.port, '127.0.0.1');
      const ask = ([name, ...words]: readonly string[]) => redis.call(name, ...words);
      try {
        for (const words of [...node.given, ...given.map((line) => line.split(' '))]) await ask(words);
        let program = atPort(scenario.clients[file][language], server.port);
        for (const [from, to] of Object.entries(instead)) program = program.replaceAll(from, to);
        const outputs = await Promise.all(Array.from({ length: copies }, () => outputOf(program, language)));
        expect(outputs.sort()).toEqual(prints);
        for (const [line, answer] of Object.entries(after)) {
          expect(await ask(line.split(' ')), line).toEqual(answer);
        }
      } finally {
        redis.disconnect();
        await server.stop();
      }
    },
    90_000,
  );
});

it('every program that is there for clients is run', () => {
  const run = new Set(cases.map(({ scenario, file }) => `${scenario}/${file}`));
  const there = allScenarios().flatMap(({ id, clients }) =>
    Object.keys(clients).map((file) => `${id}/${file}`),
  );
  expect([...run].sort()).toEqual(there.sort());
});
