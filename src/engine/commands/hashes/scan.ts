/** Walking over a hash a few fields at a time. */
import { globMatch } from '../../base/glob.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import { StoredString } from '../../structures/stored-string.ts';
import { isPacked, tableOf, visitPairs } from '../../types/hash.ts';
import { type Text, textBytes } from '../../types/text.ts';
import { parseScanOptions, scanCursor, walkTable } from '../keys/scan.ts';
import { replyText } from '../reply-text.ts';
import { integer, key, optional, pattern } from '../syntax.ts';
import { readHash } from './value.ts';

const hscan: Command = {
  name: 'hscan',
  arity: -3,
  flags: ['readonly'],
  categories: ['hash'],
  group: 'hash',
  since: '2.8.0',
  complexity: 'O(1)',
  summary: {
    en: 'Walks over the fields and values a few at a time; a packed hash is told at once.',
    zh: '分批遍历字段和值；紧凑编码的哈希会一次全部返回。',
  },
  tips: ['nondeterministic_output'],
  keys: [keyRange(['RO', 'access'])],
  arguments: [
    key(),
    integer('cursor'),
    optional(pattern('pattern', { token: 'MATCH' })),
    optional(integer('count', { token: 'COUNT' })),
  ],
  run(server, client, args) {
    const { reply } = client;
    const { heap } = server.env;
    const start = scanCursor(args[2]);
    const object = readHash(server, client.db, args[1]);
    if (object === null) {
      reply.array(2);
      reply.text('0');
      return reply.array(0);
    }
    const options = parseScanOptions(args, 3, false);

    const found: (readonly [field: Text, value: Text])[] = [];
    let cursor = 0;
    if (isPacked(object)) {
      visitPairs(object, (field, value) => found.push([field, value]));
    } else {
      cursor = walkTable(tableOf(object), start, options.count, 2, ({ keyPlace, keyLength, value }) => {
        found.push([new StoredString(keyPlace, keyLength), value]);
      });
    }
    reply.array(2);
    reply.integerText(cursor);
    const mark = reply.begin();
    let told = 0;
    for (const [field, value] of found) {
      if (options.pattern !== null && !globMatch(options.pattern, textBytes(heap, field))) continue;
      replyText(reply, heap, field);
      replyText(reply, heap, value);
      told++;
    }
    reply.endArray(mark, told * 2);
  },
};

export const scanHashCommands: readonly Command[] = [hscan];
