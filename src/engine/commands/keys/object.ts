/** OBJECT: what the server knows about the value of a key beside its content. */
import { ReplyError } from '../../base/errors.ts';
import { NO_NOTIFY, NO_TOUCH } from '../../keyspace/keyspace.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import type { RedisObject } from '../../types/object.ts';
import { ENCODING_NAMES } from '../../types/object.ts';
import { help } from '../help.ts';
import { key } from '../syntax.ts';

const ADJUSTS =
  'Please note that when switching between policies at runtime LRU and LFU data will take some time to adjust.';

function subcommand(
  name: string,
  version: string,
  summary: Command['summary'],
  replyWith: (server: Server, client: Client, object: RedisObject) => void,
): Command {
  return {
    name,
    arity: 3,
    flags: ['readonly'],
    categories: ['keyspace'],
    group: 'generic',
    since: version,
    complexity: 'O(1)',
    summary,
    tips: ['nondeterministic_output'],
    keys: [keyRange(['RO'], 2)],
    arguments: [key()],
    run(server, client, args) {
      // This is no access: the access time stays, and a miss makes no notification. Hits and misses count, though.
      const object = server.keyspace.lookupRead(client.db, args[2], NO_TOUCH | NO_NOTIFY);
      if (object === null) client.reply.nil();
      else replyWith(server, client, object);
    },
  };
}

const encoding = subcommand(
  'encoding',
  '2.2.3',
  { en: 'Names the representation a value has in memory.', zh: '返回值在内存中的编码方式。' },
  (_server, client, object) => client.reply.text(ENCODING_NAMES[object.encoding]),
);

const refcount = subcommand(
  'refcount',
  '2.2.3',
  { en: 'Counts the references to a value.', zh: '返回值的引用计数。' },
  (_server, client, object) => client.reply.integer(object.refcount),
);

const idletime = subcommand(
  'idletime',
  '2.2.3',
  { en: 'Tells how many seconds ago a key was last used.', zh: '返回键已空闲多少秒。' },
  ({ keyspace: { stamps } }, client, object) => {
    if (stamps.isLfu) {
      throw new ReplyError(`ERR An LFU maxmemory policy is selected, idle time not tracked. ${ADJUSTS}`);
    }
    client.reply.integer(stamps.idleSeconds(object));
  },
);

const freq = subcommand(
  'freq',
  '4.0.0',
  {
    en: 'Tells how often a key is used, on a logarithmic scale.',
    zh: '返回键的访问频率（对数刻度的计数）。',
  },
  ({ keyspace: { stamps } }, client, object) => {
    if (!stamps.isLfu) {
      throw new ReplyError(
        `ERR An LFU maxmemory policy is not selected, access frequency not tracked. ${ADJUSTS}`,
      );
    }
    client.reply.integer(stamps.frequency(object));
  },
);

const object: Command = {
  name: 'object',
  arity: -2,
  flags: [],
  group: 'generic',
  since: '2.2.3',
  complexity: 'that of the subcommand',
  summary: { en: 'Asks what is known about the value of a key.', zh: '查看键中值对象的内部信息。' },
  subcommands: [encoding, freq, idletime, refcount, help('generic', '6.2.0', ['keyspace'])],
};

export const objectCommands: readonly Command[] = [object];
