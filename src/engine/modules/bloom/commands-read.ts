/** BF.EXISTS, BF.MEXISTS, BF.INFO, BF.CARD, and carrying a filter elsewhere: BF.SCANDUMP, BF.LOADCHUNK. */
import { errors, ReplyError } from '../../base/errors.ts';
import { parseInteger } from '../../base/numbers.ts';
import { isWord } from '../../commands/arguments.ts';
import { integer, key, many, oneOf, optional, string, token } from '../../commands/syntax.ts';
import type { ReplyBuffer } from '../../state/client/reply.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import { loadPortion, portionAfter, readHeader } from './dump.ts';
import { type BloomFilter, hasRoom } from './filter.ts';
import { hashItem } from './hash-item.ts';
import { readFilter, rebuild, storeFilter, writeFilter } from './type.ts';

const shared = { group: 'bloom', module: 'bf', since: '1.0.0' } as const;

function testItem(reply: ReplyBuffer, filter: BloomFilter | null, item: Uint8Array): void {
  reply.boolean(filter === null ? false : filter.has(hashItem(filter, item)));
}

const exists: Command = {
  ...shared,
  name: 'bf.exists',
  arity: 3,
  flags: ['readonly', 'module', 'fast'],
  complexity: 'O(k) in the hashes of all layers',
  summary: {
    en: 'Whether an item may have been added; 0 is certain.',
    zh: '判断元素是否可能存在；返回 0 则一定不存在。',
  },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), string('item')],
  run(server, client, args) {
    testItem(client.reply, readFilter(server, client, args[1]), args[2]);
  },
};

const existMany: Command = {
  ...shared,
  name: 'bf.mexists',
  arity: -3,
  flags: ['readonly', 'module', 'fast'],
  complexity: 'O(k × N)',
  summary: { en: 'Whether each of several items may have been added.', zh: '逐个判断多个元素是否可能存在。' },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), many(string('item'))],
  run(server, client, args) {
    const filter = readFilter(server, client, args[1]);
    client.reply.array(args.length - 2);
    for (let at = 2; at < args.length; at++) testItem(client.reply, filter, args[at]);
  },
};

const FIELDS: readonly {
  readonly word: string;
  readonly title: string;
  value(filter: BloomFilter): number | null;
}[] = [
  { word: 'capacity', title: 'Capacity', value: ({ capacity }) => capacity },
  { word: 'size', title: 'Size', value: ({ sizeBytes }) => sizeBytes },
  { word: 'filters', title: 'Number of filters', value: ({ layers }) => layers.length },
  { word: 'items', title: 'Number of items inserted', value: ({ items }) => items },
  {
    word: 'expansion',
    title: 'Expansion rate',
    value: ({ isScaling, expansion }) => (isScaling ? expansion : null),
  },
];

const info: Command = {
  ...shared,
  name: 'bf.info',
  arity: -2,
  flags: ['readonly', 'module', 'fast'],
  complexity: 'O(1)',
  summary: { en: 'Figures of a Bloom filter.', zh: '返回布隆过滤器的容量、大小、层数等信息。' },
  keys: [keyRange(['RO', 'access'])],
  arguments: [
    key(),
    optional(
      oneOf(
        'single_value',
        token('capacity', 'CAPACITY'),
        token('size', 'SIZE'),
        token('filters', 'FILTERS'),
        token('items', 'ITEMS'),
        token('expansion', 'EXPANSION'),
      ),
    ),
  ],
  run(server, client, args) {
    const { reply } = client;
    if (args.length > 3) throw errors.wrongArity('bf.info');
    const filter = readFilter(server, client, args[1]);
    if (filter === null) throw new ReplyError('ERR not found');
    const asked = args.length === 2 ? FIELDS : FIELDS.filter(({ word }) => isWord(args[2], word));
    if (asked.length === 0) throw new ReplyError('ERR Invalid information value');
    // In RESP2 a single figure comes without its name.
    const isNamed = args.length === 2 || reply.protocol === 3;
    if (isNamed) reply.map(asked.length);
    else reply.array(1);
    for (const { title, value } of asked) {
      if (isNamed) reply.status(title);
      const figure = value(filter);
      if (figure === null) reply.nil();
      else reply.integer(figure);
    }
  },
};

const card: Command = {
  ...shared,
  since: '2.4.4',
  name: 'bf.card',
  arity: 2,
  flags: ['readonly', 'module', 'fast'],
  complexity: 'O(1)',
  summary: {
    en: 'How many items were added that looked new.',
    zh: '返回成功添加的元素个数（添加时被判定为新元素的）。',
  },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key()],
  run(server, client, args) {
    client.reply.integer(readFilter(server, client, args[1])?.items ?? 0);
  },
};

function iteratorOf(argument: Uint8Array): number {
  const iterator = parseInteger(argument);
  if (iterator === null) throw new ReplyError('ERR Second argument must be numeric');
  return Number(iterator);
}

const scanDump: Command = {
  ...shared,
  name: 'bf.scandump',
  arity: 3,
  flags: ['readonly', 'module'],
  complexity: 'O(N) in the bytes of a portion',
  summary: {
    en: 'A filter in portions, each with the iterator to ask for the next one.',
    zh: '分块导出过滤器，每次返回下一块的迭代位置和数据。',
  },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), integer('iterator')],
  run(server, client, args) {
    const filter = readFilter(server, client, args[1]);
    if (filter === null) throw new ReplyError('ERR not found');
    const portion = portionAfter(filter, Math.max(0, iteratorOf(args[2])));
    client.reply.array(2);
    client.reply.integer(portion.iterator);
    client.reply.bulk(portion.bytes);
  },
};

const loadChunk: Command = {
  ...shared,
  name: 'bf.loadchunk',
  arity: 4,
  flags: ['write', 'denyoom', 'module'],
  complexity: 'O(N) in the bytes of the portion',
  summary: {
    en: 'Puts a portion that BF.SCANDUMP gave back in its place.',
    zh: '把 BF.SCANDUMP 导出的一块数据写回过滤器。',
  },
  keys: [keyRange(['RW', 'insert'])],
  arguments: [key(), integer('iterator'), string('data')],
  run(server, client, args) {
    const iterator = iteratorOf(args[2]);
    const filter = writeFilter(server, client, args[1]);
    if (iterator === 1) {
      if (filter !== null) throw new ReplyError('ERR item exists');
      const header = readHeader(args[3]);
      if (header === null) throw new ReplyError('ERR received bad data');
      const { expansion, isScaling, layers } = header;
      const totalBytes = layers.reduce((sum, { plan }) => sum + plan.bytes, 0);
      if (!hasRoom(server.env, totalBytes)) throw new ReplyError('ERR could not create filter');
      storeFilter(server, client, args[1], rebuild(server.env, expansion, isScaling, layers));
    } else {
      if (filter === null) throw new ReplyError('ERR not found');
      const refusal = loadPortion(filter, { iterator, bytes: args[3] });
      if (refusal !== null) throw new ReplyError(refusal);
    }
    server.keyspace.modified(client.db, args[1]);
    server.keyspace.dirty++;
    client.reply.ok();
  },
};

export const readCommands: readonly Command[] = [exists, existMany, info, card, scanDump, loadChunk];
