/** Finding keys without naming them: all at once, a few at a time, one by chance. */
import { globMatch } from '../../base/glob.ts';
import { NO_TOUCH } from '../../keyspace/keyspace.ts';
import type { Client } from '../../state/client/client.ts';
import type { Command } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { typeNameOf } from '../../types/module-type.ts';
import { isWord } from '../arguments.ts';
import { narrowing, parseScanOptions, type ScanOptions, scanCursor, walkTable } from '../scan.ts';
import { integer, optional, pattern, since, string } from '../syntax.ts';

const keys: Command = {
  name: 'keys',
  arity: 2,
  flags: ['readonly'],
  categories: ['keyspace', 'dangerous'],
  group: 'generic',
  since: '1.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Lists all keys whose names match a pattern. Looks at every key and holds up everyone meanwhile.',
    zh: '列出所有匹配模式的键。会遍历整个数据库，期间阻塞其他客户端。',
  },
  tips: ['request_policy:all_shards', 'nondeterministic_output_order'],
  arguments: [pattern('pattern')],
  run(server, client, args) {
    const { keyspace } = server;
    const { db, reply } = client;
    const wanted = narrowing(args[1]);
    const mark = reply.begin();
    let found = 0;
    for (const entry of db.keys.entries()) {
      const name = entry.keyBytes;
      if (wanted !== null && !globMatch(wanted, name)) continue;
      // KEYS deletes nothing: it only leaves out expired keys.
      if (keyspace.isExpired(db, name)) continue;
      reply.bulk(name);
      found++;
    }
    reply.endArray(mark, found);
  },
};

const scan: Command = {
  name: 'scan',
  arity: -2,
  flags: ['readonly'],
  categories: ['keyspace'],
  group: 'generic',
  since: '2.8.0',
  complexity: 'O(1)',
  summary: {
    en: 'Walks over all keys a few at a time; each answer tells where to go on.',
    zh: '分批遍历所有键，每次返回下一批的游标。',
  },
  tips: ['nondeterministic_output', 'request_policy:special'],
  arguments: [
    integer('cursor'),
    optional(pattern('pattern', { token: 'MATCH' })),
    optional(integer('count', { token: 'COUNT' })),
    optional(since('6.0.0', string('type', { token: 'TYPE' }))),
  ],
  run(server, client, args) {
    const start = scanCursor(args[1]);
    const options = parseScanOptions(args, 2);
    const { db, reply } = client;

    const found: Uint8Array[] = [];
    const cursor = walkTable(db.keys, start, options.count, 1, (entry) => {
      found.push(entry.keyBytes);
    });
    reply.array(2);
    reply.integerText(cursor);
    const mark = reply.begin();
    let replied = 0;
    for (const name of found) {
      if (!passes(server, client, name, options)) continue;
      reply.bulk(name);
      replied++;
    }
    reply.endArray(mark, replied);
  },
};

function passes(server: Server, client: Client, name: Uint8Array, options: ScanOptions): boolean {
  const { keyspace } = server;
  if (options.pattern !== null && !globMatch(options.pattern, name)) return false;
  if (options.type !== null) {
    const object = keyspace.lookupRead(client.db, name, NO_TOUCH);
    if (!isWord(options.type, object === null ? 'none' : typeNameOf(object).toLowerCase())) return false;
  }
  return !keyspace.expireIfNeeded(client.db, name);
}

const MAX_TRIES = 100;

const randomkey: Command = {
  name: 'randomkey',
  arity: 1,
  flags: ['readonly'],
  categories: ['keyspace'],
  group: 'generic',
  since: '1.0.0',
  complexity: 'O(1)',
  summary: { en: 'Names a key chosen by chance.', zh: '随机返回一个键名。' },
  tips: ['request_policy:all_shards', 'nondeterministic_output'],
  run(server, client) {
    const { keyspace, env } = server;
    const { db, reply } = client;
    const stream = env.random.stream('randomkey');
    // Where expired keys stay for now there may be no other: then one of them is named.
    const keepsExpired = keyspace.followsMaster || keyspace.holdsStill;
    let triesLeft = keepsExpired && db.keys.size === db.expires.size ? MAX_TRIES : Number.POSITIVE_INFINITY;
    for (;;) {
      const entry = db.keys.fairRandomEntry(stream);
      if (entry === null) return reply.nil();
      const name = entry.keyBytes;
      // Delete an expired key and draw another.
      const isExpired =
        db.expires.find(name) !== null && --triesLeft > 0 && keyspace.expireIfNeeded(db, name);
      if (isExpired) continue;
      return reply.bulk(name);
    }
  },
};

export const scanCommands: readonly Command[] = [keys, scan, randomkey];
