/** Removing whole ranges of a sorted set: by rank, by score, by member. */
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import type { PackedList } from '../../structures/packed-list.ts';
import type { RedisObject } from '../../types/object.ts';
import { isPacked, packedOf, tableOf, zsetSize } from '../../types/zset.ts';
import { deleteLexRange, deleteRankRange, deleteScoreRange } from '../../types/zset-packed.ts';
import { ranksWithin } from '../../types/zset-query.ts';
import type { ZsetTable } from '../../types/zset-table.ts';
import { integerOf } from '../arguments.ts';
import { double, integer, key, string } from '../syntax.ts';
import { lexRangeOf, scoreRangeOf } from './read.ts';
import { writableZset } from './value.ts';

const common = {
  arity: 4,
  flags: ['write'],
  categories: ['sortedset'],
  group: 'sorted-set',
  complexity: 'O(log(N)+M)',
  keys: [keyRange(['RW', 'delete'])],
} as const;

const zremrangebyrank: Command = {
  ...common,
  name: 'zremrangebyrank',
  since: '2.0.0',
  summary: { en: 'Removes the members of a range of ranks.', zh: '移除排名区间内的成员。' },
  arguments: [key(), integer('start'), integer('stop')],
  run(server, client, args) {
    const start = Number(integerOf(args[2]));
    const stop = Number(integerOf(args[3]));
    removeRange(server, client, args[1], 'zremrangebyrank', (object) => {
      const ranks = ranksWithin(object, start, stop);
      if (ranks.count === 0) return 0;
      return removeFrom(
        object,
        (list) => {
          deleteRankRange(list, ranks.start, ranks.count);
          return ranks.count;
        },
        ({ skiplist, forget }) =>
          skiplist.deleteRangeByRank(ranks.start + 1, ranks.start + ranks.count, forget),
      );
    });
  },
};

const zremrangebyscore: Command = {
  ...common,
  name: 'zremrangebyscore',
  since: '1.2.0',
  summary: { en: 'Removes the members whose scores lie in a range.', zh: '移除分数区间内的成员。' },
  arguments: [key(), double('min'), double('max')],
  run(server, client, args) {
    const range = scoreRangeOf(args[2], args[3]);
    removeRange(server, client, args[1], 'zremrangebyscore', (object) =>
      removeFrom(
        object,
        (list) => deleteScoreRange(list, range),
        ({ skiplist, forget }) => skiplist.deleteRangeByScore(range, forget),
      ),
    );
  },
};

const zremrangebylex: Command = {
  ...common,
  name: 'zremrangebylex',
  since: '2.8.9',
  summary: {
    en: 'Removes the members between two strings, where all scores are the same.',
    zh: '分数全部相同时，移除字典序区间内的成员。',
  },
  arguments: [key(), string('min'), string('max')],
  run(server, client, args) {
    const range = lexRangeOf(args[2], args[3]);
    removeRange(server, client, args[1], 'zremrangebylex', (object) =>
      removeFrom(
        object,
        (list) => deleteLexRange(list, range),
        ({ skiplist, forget }) => skiplist.deleteRangeByLex(range, forget),
      ),
    );
  },
};

function removeFrom(
  object: RedisObject,
  fromPacked: (list: PackedList) => number,
  fromTable: (table: ZsetTable) => number,
): number {
  if (isPacked(object)) return fromPacked(packedOf(object));
  const table = tableOf(object);
  const removed = fromTable(table);
  table.shrinkIfSparse();
  return removed;
}

function removeRange(
  server: Server,
  client: Client,
  keyBytes: Uint8Array,
  event: string,
  remove: (object: RedisObject) => number,
): void {
  const { keyspace } = server;
  const { db, reply } = client;
  const object = writableZset(server, db, keyBytes);
  if (object === null) {
    reply.integer(0);
    return;
  }
  const removed = remove(object);
  const isEmpty = zsetSize(object) === 0;
  if (isEmpty) keyspace.delete(db, keyBytes);
  if (removed > 0) {
    keyspace.modified(db, keyBytes);
    keyspace.notify('z', event, db, keyBytes);
    if (isEmpty) keyspace.notify('g', 'del', db, keyBytes);
  }
  keyspace.dirty += removed;
  reply.integer(removed);
}

export const removeRangeZsetCommands: readonly Command[] = [
  zremrangebyrank,
  zremrangebyscore,
  zremrangebylex,
];
