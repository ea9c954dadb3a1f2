/** COMMAND replies as the server does, but for sentences. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeReplies, type Reply } from '../../../protocol/resp.ts';
import { type RunningRedis, startRedis, WireClient } from '../../../testing/oracle.ts';
import { EngineClients } from '../../../testing/transcript-players.ts';
import { COMMANDS } from '../index.ts';

let redis: RunningRedis;
let server: WireClient;

beforeAll(async () => {
  redis = await startRedis();
  server = await WireClient.connect(redis.port);
});
afterAll(async () => {
  server?.close();
  await redis?.stop();
});

type Plain = string | number | null | Plain[] | { [name: string]: Plain };

/** RESP3 as plain values. Sets have no order, so theirs is taken away. */
function plain(reply: Reply): Plain {
  switch (reply.type) {
    case 'map':
      return Object.fromEntries(reply.entries.map(([name, value]) => [String(plain(name)), plain(value)]));
    case 'array':
      return reply.items.map(plain);
    case 'set':
      return reply.items.map(plain).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    case 'string':
      return Buffer.from(reply.bytes).toString('latin1');
    case 'status':
      return `+${reply.text}`;
    case 'integer':
      return Number(reply.value);
    case 'nil':
      return null;
    default:
      throw new Error(`${reply.type} where none is expected`);
  }
}

function record(value: Plain): Record<string, Plain> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('a map is expected');
  return value;
}

const ours = new EngineClients({ 'enable-debug-command': 'yes' });
function askOurs(...args: string[]): Plain {
  return plain(decodeReplies(ours.send(args))[0]);
}
async function askServer(...args: string[]): Promise<Plain> {
  return plain(decodeReplies(await server.send(args))[0]);
}

const names = COMMANDS.flatMap(({ name, subcommands = [] }) => [
  name,
  ...subcommands.map((subcommand) => `${name}|${subcommand.name}`),
]);

test('both speak RESP3', async () => {
  expect(record(askOurs('HELLO', '3')).proto).toBe(3);
  expect(record(await askServer('HELLO', '3')).proto).toBe(3);
});

/** Subcommands are compared one by one; the text of a note is ours, that there is one is not. */
function withoutNotesAndSubcommands(info: Plain): Plain {
  if (!Array.isArray(info)) return info;
  const keys = (info[8] as Plain[]).map((spec) => {
    const fields = record(spec);
    return 'notes' in fields ? { ...fields, notes: '' } : fields;
  });
  return [...info.slice(0, 8), keys];
}

test.each(names)('COMMAND INFO %s', async (name) => {
  const [info] = askOurs('COMMAND', 'INFO', name) as Plain[];
  const [expected] = (await askServer('COMMAND', 'INFO', name)) as Plain[];
  expect(info).not.toBeNull();
  expect(withoutNotesAndSubcommands(info)).toEqual(withoutNotesAndSubcommands(expected));
});

/** What is said about a command in sentences is ours; subcommands are compared one by one. */
function withoutSentences(docs: Plain): Plain {
  const { summary, complexity, history, subcommands, ...facts } = record(docs);
  expect(typeof summary).toBe('string');
  return facts;
}

/** Of the complexity the term is a fact: it has to stand somewhere in what the server says. */
function expectSameComplexity(docs: Plain, expected: Plain): void {
  const term = /O\(.*?\)(?!\))/;
  const said = String(record(expected).complexity);
  const [ours] = term.exec(String(record(docs).complexity)) ?? [''];
  expect(said).toContain(ours);
  if (term.test(said)) expect(ours).not.toBe('');
}

test.each(names)('COMMAND DOCS %s', async (name) => {
  const docs = record(askOurs('COMMAND', 'DOCS', name));
  const expected = record(await askServer('COMMAND', 'DOCS', name));
  expect(Object.keys(docs)).toEqual([name]);
  expect(withoutSentences(docs[name])).toEqual(withoutSentences(expected[name]));
  expectSameComplexity(docs[name], expected[name]);
});

test('our sentences are our own', async () => {
  for (const name of names) {
    const { summary } = record(record(askOurs('COMMAND', 'DOCS', name))[name]);
    const expected = record(record(await askServer('COMMAND', 'DOCS', name))[name]);
    expect(String(summary).replace(/\.$/, ''), name).not.toBe(String(expected.summary).replace(/\.$/, ''));
  }
});

test('the fields stand in the order of the server, in RESP2 as well', async () => {
  const fields = async (client: { send(args: string[]): Uint8Array | Promise<Uint8Array> }, name: string) => {
    const [reply] = decodeReplies(await client.send(['COMMAND', 'DOCS', name]));
    const docs = (plain(reply) as Plain[])[1] as Plain[];
    return docs.filter((field, at) => at % 2 === 0 && !['history', 'subcommands'].includes(String(field)));
  };
  await server.send(['HELLO', '2']);
  const second = new EngineClients();
  for (const name of names) expect(await fields(second, name), name).toEqual(await fields(server, name));
});
