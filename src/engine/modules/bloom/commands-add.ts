/** BF.RESERVE, BF.ADD, BF.MADD and BF.INSERT: making filters and filling them. */
import { errors, ReplyError } from '../../base/errors.ts';
import { parseDouble, parseInteger } from '../../base/numbers.ts';
import { isWord } from '../../commands/arguments.ts';
import { double, integer, key, many, optional, string, token } from '../../commands/syntax.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { BloomFilter, DEFAULT_CAPACITY, DEFAULT_ERROR, DEFAULT_EXPANSION, hasRoom } from './filter.ts';
import { hashItem } from './hash-item.ts';
import { bloomType, storeFilter, writeFilter } from './type.ts';

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

/** Adds items and replies for each; the first that finds no room ends it. Returns the number of replies. */
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

export const addCommands: readonly Command[] = [reserve, add, addMany, insert];
