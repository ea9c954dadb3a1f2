/** BF.*: making Bloom filters, adding to them, asking them, and carrying them elsewhere. */
import { repr } from '../../base/bytes.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import { parseDouble, parseInteger } from '../../base/numbers.ts';
import { isWord } from '../../commands/arguments.ts';
import { double, integer, key, many, oneOf, optional, string, token } from '../../commands/syntax.ts';
import type { Client } from '../../state/client.ts';
import { type Command, keyRange } from '../../state/command.ts';
import type { ReplyBuffer } from '../../state/reply.ts';
import type { Server } from '../../state/server.ts';
import { type BloomHash, bloomHash } from '../../structures/bloom-layer.ts';
import { loadPortion, portionAfter, readHeader } from './dump.ts';
import { BloomFilter, DEFAULT_CAPACITY, DEFAULT_ERROR, DEFAULT_EXPANSION, hasRoom } from './filter.ts';
import { bloomType, readFilter, rebuild, storeFilter, writeFilter } from './type.ts';

const shared = { group: 'bloom', module: 'bf', since: '1.0.0' } as const;
const EXPANSION_MAX = 0xffff_ffff;

interface FilterOptions {
  capacity: number;
  error: number;
  expansion: number;
  isScaling: boolean;
}

function errorRateOf(argument: Uint8Array): number {
  const error = parseDouble(argument);
  if (error === null) throw new ReplyError('ERR bad error rate');
  if (!(error > 0 && error < 1)) throw new ReplyError('ERR (0 < error rate range < 1)');
  return error;
}

function capacityOf(argument: Uint8Array): number {
  const capacity = parseInteger(argument);
  if (capacity === null) throw new ReplyError('ERR bad capacity');
  if (capacity <= 0) throw new ReplyError('ERR (capacity should be larger than 0)');
  return Number(capacity);
}

function expansionOf(argument: Uint8Array): number {
  const expansion = parseInteger(argument);
  if (expansion === null || expansion > EXPANSION_MAX) throw new ReplyError('ERR bad expansion');
  if (expansion < 1) throw new ReplyError('ERR expansion should be greater or equal to 1');
  return Number(expansion);
}

function cannotExpand(): ReplyError {
  return new ReplyError('Nonscaling filters cannot expand');
}

function createFilter(server: Server, client: Client, name: Uint8Array, options: FilterOptions): BloomFilter {
  const { capacity, error, expansion, isScaling } = options;
  const plan = BloomFilter.plan(capacity, error, isScaling);
  if (plan === null || !hasRoom(server.env, plan.bytes)) throw new ReplyError('ERR could not create filter');
  const filter = new BloomFilter(bloomType, server.env, expansion, isScaling);
  filter.addLayer(plan);
  storeFilter(server, client, name, filter);
  return filter;
}

const reserve: Command = {
  ...shared,
  name: 'bf.reserve',
  arity: -4,
  flags: ['write', 'denyoom', 'module'],
  complexity: 'O(1)',
  summary: {
    en: 'Makes an empty Bloom filter for so many items and so many false positives.',
    zh: '创建一个空的布隆过滤器，指定容量和误判率。',
  },
  keys: [keyRange(['RW', 'insert'])],
  arguments: [
    key(),
    double('error_rate'),
    integer('capacity'),
    optional(integer('expansion', { token: 'EXPANSION' })),
    optional(token('nonscaling', 'NONSCALING')),
  ],
  run(server, client, args) {
    if (args.length > 7) throw errors.wrongArity('bf.reserve');
    const error = errorRateOf(args[2]);
    const capacity = capacityOf(args[3]);
    let expansion: number | null = null;
    let isScaling = true;
    for (let at = 4; at < args.length; at++) {
      if (isWord(args[at], 'nonscaling')) isScaling = false;
      else if (isWord(args[at], 'expansion')) {
        if (at + 1 >= args.length) throw new ReplyError('ERR no expansion');
        expansion = expansionOf(args[++at]);
      } else throw new ReplyError('ERR Unknown argument received');
    }
    if (!isScaling && expansion !== null) throw cannotExpand();
    if (writeFilter(server, client, args[1]) !== null) throw new ReplyError('ERR item exists');
    createFilter(server, client, args[1], {
      capacity,
      error,
      expansion: expansion ?? DEFAULT_EXPANSION,
      isScaling,
    });
    server.keyspace.modified(client.db, args[1]);
    server.keyspace.dirty++;
    client.reply.ok();
  },
};

function hashItem(filter: BloomFilter, item: Uint8Array): BloomHash {
  const hash = bloomHash(item);
  const { probe } = filter.env;
  if (probe !== null) {
    const { aHigh, aLow, bHigh, bLow } = hash;
    probe.emit({
      type: 'bloom.hash',
      filter: filter.address,
      item: repr(item),
      a: hexadecimal(aHigh, aLow),
      b: hexadecimal(bHigh, bLow),
      bits: filter.newest.positions(hash),
    });
  }
  return hash;
}

function hexadecimal(high: number, low: number): string {
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

/** Adds items and answers for each; the first that finds no room ends it. Gives how many answers there are. */
function addItems(
  server: Server,
  client: Client,
  name: Uint8Array,
  filter: BloomFilter,
  items: readonly Uint8Array[],
): number {
  const { reply } = client;
  const { keyspace } = server;
  let answers = 0;
  let added = 0;
  for (const item of items) {
    const outcome = filter.add(hashItem(filter, item));
    answers++;
    if (outcome === 'full') {
      reply.error('Non scaling filter is full');
      break;
    }
    if (outcome === 'failed') reply.error('ERR problem inserting into filter');
    else reply.boolean(outcome === 'added');
    if (outcome === 'added') added++;
  }
  if (added > 0) {
    keyspace.modified(client.db, name);
    keyspace.dirty += added;
  }
  return answers;
}

const DEFAULTS: FilterOptions = {
  capacity: DEFAULT_CAPACITY,
  error: DEFAULT_ERROR,
  expansion: DEFAULT_EXPANSION,
  isScaling: true,
};

const add: Command = {
  ...shared,
  name: 'bf.add',
  arity: 3,
  flags: ['write', 'denyoom', 'module'],
  complexity: 'O(k) in the hashes of the newest layer',
  summary: {
    en: 'Adds an item; 0 says it was there, or that it looks so.',
    zh: '添加一个元素；返回 0 表示已存在（也可能是误判）。',
  },
  keys: [keyRange(['RW', 'insert'])],
  arguments: [key(), string('item')],
  run(server, client, args) {
    const filter = writeFilter(server, client, args[1]) ?? createFilter(server, client, args[1], DEFAULTS);
    addItems(server, client, args[1], filter, [args[2]]);
  },
};

const addMany: Command = {
  ...shared,
  name: 'bf.madd',
  arity: -3,
  flags: ['write', 'denyoom', 'module'],
  complexity: 'O(k × N)',
  summary: { en: 'Adds items, making the filter if need be.', zh: '添加多个元素，过滤器不存在时自动创建。' },
  keys: [keyRange(['RW', 'insert'])],
  arguments: [key(), many(string('item'))],
  run(server, client, args) {
    const filter = writeFilter(server, client, args[1]) ?? createFilter(server, client, args[1], DEFAULTS);
    const mark = client.reply.begin();
    client.reply.endArray(mark, addItems(server, client, args[1], filter, args.slice(2)));
  },
};

interface InsertOptions extends FilterOptions {
  readonly items: readonly Uint8Array[];
  readonly mayCreate: boolean;
}

function parseInsert(args: readonly Uint8Array[]): InsertOptions {
  const options = { ...DEFAULTS };
  let mayCreate = true;
  let isSized = false;
  let isExpanding = false;
  let at = 2;
  for (; at < args.length && !isWord(args[at], 'items'); at++) {
    const word = args[at];
    if (isWord(word, 'nocreate')) {
      mayCreate = false;
    } else if (isWord(word, 'nonscaling')) {
      options.isScaling = false;
    } else if (at + 1 >= args.length) {
      throw errors.wrongArity('bf.insert');
    } else if (isWord(word, 'capacity')) {
      options.capacity = capacityOf(args[++at]);
      isSized = true;
    } else if (isWord(word, 'error')) {
      options.error = errorRateOf(args[++at]);
      isSized = true;
    } else if (isWord(word, 'expansion')) {
      options.expansion = expansionOf(args[++at]);
      isExpanding = true;
    } else {
      throw new ReplyError('ERR Unknown argument received');
    }
  }
  const items = args.slice(at + 1);
  if (items.length === 0) throw errors.wrongArity('bf.insert');
  if (!mayCreate && isSized) throw new ReplyError('ERR NOCREATE goes with neither CAPACITY nor ERROR');
  if (isExpanding && !options.isScaling) throw cannotExpand();
  return { ...options, items, mayCreate };
}

const insert: Command = {
  ...shared,
  name: 'bf.insert',
  arity: -4,
  flags: ['write', 'denyoom', 'module'],
  complexity: 'O(k × N)',
  summary: {
    en: 'Adds items to a filter, which is made as described if it is not there.',
    zh: '添加多个元素；过滤器不存在时按给出的参数创建。',
  },
  keys: [keyRange(['RW', 'insert'])],
  arguments: [
    key(),
    optional(integer('capacity', { token: 'CAPACITY' })),
    optional(double('error', { token: 'ERROR' })),
    optional(integer('expansion', { token: 'EXPANSION' })),
    optional(token('nocreate', 'NOCREATE')),
    optional(token('nonscaling', 'NONSCALING')),
    many(string('item', { token: 'ITEMS' })),
  ],
  run(server, client, args) {
    const options = parseInsert(args);
    let filter = writeFilter(server, client, args[1]);
    if (filter === null) {
      if (!options.mayCreate) throw new ReplyError('ERR not found');
      filter = createFilter(server, client, args[1], options);
    }
    const mark = client.reply.begin();
    client.reply.endArray(mark, addItems(server, client, args[1], filter, options.items));
  },
};

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
    // A single figure comes without its name to those who speak RESP2.
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

export const bloomCommands: readonly Command[] = [
  reserve,
  add,
  addMany,
  insert,
  exists,
  existMany,
  info,
  card,
  scanDump,
  loadChunk,
];
