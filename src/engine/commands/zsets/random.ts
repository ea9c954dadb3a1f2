/** ZRANDMEMBER: members by chance, each once or with repetitions. */
import type { RandomStream } from '../../base/random.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import { randomPair } from '../../structures/packed-random.ts';
import { StoredString } from '../../structures/stored-string.ts';
import type { RedisObject } from '../../types/object.ts';
import { isPacked, packedOf, tableOf, zsetSize } from '../../types/zset.ts';
import { scoreOf } from '../../types/zset-packed.ts';
import { visitBackwards } from '../../types/zset-walk.ts';
import { type Pair, type PairSource, replyRandomPairs } from '../random-pairs.ts';
import { block, integer, key, optional, token } from '../syntax.ts';
import { readZset } from './value.ts';

/** There is at least one. */
function randomMember(object: RedisObject, stream: RandomStream): Pair<number> {
  if (isPacked(object)) {
    const { field, value } = randomPair(packedOf(object), stream);
    return { field, value: scoreOf(value) };
  }
  const table = tableOf(object);
  const entry = table.dict.fairRandomEntry(stream)!;
  return { field: new StoredString(entry.keyPlace, entry.keyLength), value: table.scoreOf(entry) };
}

const membersAndScores: PairSource<number> = {
  withValuesWord: 'withscores',
  walksPackedFirst: false,
  read: readZset,
  size: zsetSize,
  packed: (object) => (isPacked(object) ? packedOf(object) : null),
  fromPacked: scoreOf,
  random: randomMember,
  visit(object, take) {
    visitBackwards(object, (member, score) => {
      take(member, score);
      return true;
    });
  },
  replyValue: (reply, _heap, score) => reply.double(score),
};

const zrandmember: Command = {
  name: 'zrandmember',
  arity: -2,
  flags: ['readonly'],
  categories: ['sortedset'],
  group: 'sorted-set',
  since: '6.2.0',
  complexity: 'O(N)',
  summary: {
    en: 'Draws members by chance: with a count different ones, with a negative count repetitions may occur.',
    zh: '随机返回成员；给出数量时不重复，数量为负则允许重复。',
  },
  tips: ['nondeterministic_output'],
  keys: [keyRange(['RO', 'access'])],
  arguments: [
    key(),
    optional(block('options', integer('count'), optional(token('withscores', 'WITHSCORES')))),
  ],
  run: (server, client, args) => replyRandomPairs(membersAndScores, server, client, args),
};

export const randomZsetCommands: readonly Command[] = [zrandmember];
