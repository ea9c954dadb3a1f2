/** Walking over a sorted set a few members at a time. */
import { bytesOf } from '../../base/bytes.ts';
import { globMatch } from '../../base/glob.ts';
import { formatDouble } from '../../base/numbers.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import { NOWHERE } from '../../structures/packed-list.ts';
import { StoredString } from '../../structures/stored-string.ts';
import { type Text, textBytes } from '../../types/text.ts';
import { isPacked, packedOf, tableOf } from '../../types/zset.ts';
import { parseScanOptions, scanCursor, walkTable } from '../keys/scan.ts';
import { replyText } from '../reply-text.ts';
import { integer, key, optional, pattern } from '../syntax.ts';
import { readZset } from './value.ts';

const zscan: Command = {
  name: 'zscan',
  arity: -3,
  flags: ['readonly'],
  categories: ['sortedset'],
  group: 'sorted-set',
  since: '2.8.0',
  complexity: 'O(1)',
  summary: {
    en: 'Walks over the members and scores a few at a time; a packed sorted set is told at once.',
    zh: '分批遍历成员和分数；紧凑编码的有序集合会一次全部返回。',
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
    const object = readZset(server, client.db, args[1]);
    if (object === null) {
      reply.array(2);
      reply.text('0');
      return reply.array(0);
    }
    const options = parseScanOptions(args, 3, false);

    const found: (readonly [member: Text, score: Text])[] = [];
    let cursor = 0;
    if (isPacked(object)) {
      // A score is told as it is kept: 1e17 as an integer where a table would print it in short.
      const list = packedOf(object);
      for (let at = list.first(); at !== NOWHERE; ) {
        const scoreAt = list.next(at);
        found.push([list.value(at), list.value(scoreAt)]);
        at = list.next(scoreAt);
      }
    } else {
      const table = tableOf(object);
      cursor = walkTable(table.dict, start, options.count, 2, (entry) => {
        const member = new StoredString(entry.keyPlace, entry.keyLength);
        found.push([member, bytesOf(formatDouble(table.scoreOf(entry)))]);
      });
    }
    reply.array(2);
    reply.integerText(cursor);
    const mark = reply.begin();
    let told = 0;
    for (const [member, score] of found) {
      if (options.pattern !== null && !globMatch(options.pattern, textBytes(heap, member))) continue;
      replyText(reply, heap, member);
      replyText(reply, heap, score);
      told++;
    }
    reply.endArray(mark, told * 2);
  },
};

export const scanZsetCommands: readonly Command[] = [zscan];
