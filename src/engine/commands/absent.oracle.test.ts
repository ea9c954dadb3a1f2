/** What a live server has and the engine has not is what the table of absent commands says. */
import { expect, test } from 'vitest';
import { decodeReplies, type Reply } from '../../protocol/resp.ts';
import { startRedis, WireClient } from '../../testing/oracle.ts';
import { ABSENT_COMMANDS } from './absent.ts';
import { COMMANDS } from './index.ts';

const names = COMMANDS.flatMap(({ name, subcommands = [] }) => [
  name,
  ...subcommands.map((subcommand) => `${name}|${subcommand.name}`),
]);

function text(reply: Reply): string {
  return reply.type === 'string' ? Buffer.from(reply.bytes).toString() : '';
}

test('every command of the server is here or has its reason', async () => {
  const redis = await startRedis();
  const server = await WireClient.connect(redis.port);
  try {
    const [list] = decodeReplies(await server.send(['COMMAND', 'LIST']));
    if (list.type !== 'array') throw new Error('COMMAND LIST is an array');
    const missing = list.items.map(text).filter((name) => !names.includes(name));
    expect(ABSENT_COMMANDS.map(({ name }) => name).sort()).toEqual(missing.sort());

    for (const { name, group } of ABSENT_COMMANDS) {
      const [docs] = decodeReplies(await server.send(['COMMAND', 'DOCS', name]));
      if (docs.type !== 'array' || docs.items[1].type !== 'array')
        throw new Error('COMMAND DOCS is an array');
      const fields = docs.items[1].items.map(text);
      expect([name, fields[fields.indexOf('group') + 1]]).toEqual([name, group]);
    }
  } finally {
    server.close();
    await redis.stop();
  }
});

test('of the commands over data none is missing', () => {
  const groups = [
    'string',
    'bitmap',
    'list',
    'hash',
    'set',
    'sorted-set',
    'stream',
    'hyperloglog',
    'geo',
    'generic',
  ];
  const absent = ABSENT_COMMANDS.filter(({ group }) => groups.includes(group)).map(({ name }) => name);
  expect(absent).toEqual([]);
});
