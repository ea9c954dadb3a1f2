/** HRANDFIELD: fields by chance, each once or with repetitions. */
import { type Command, keyRange } from '../../state/command/command.ts';
import { hashLength, isPacked, packedOf, randomHashPair, visitPairs } from '../../types/hash.ts';
import type { Text } from '../../types/text.ts';
import { type PairSource, replyRandomPairs } from '../random-pairs.ts';
import { replyText } from '../reply-text.ts';
import { block, integer, key, optional, token } from '../syntax.ts';
import { readHash } from './value.ts';

const fieldsAndValues: PairSource<Text> = {
  withValuesWord: 'withvalues',
  walksPackedFirst: true,
  read: readHash,
  size: hashLength,
  packed: (object) => (isPacked(object) ? packedOf(object) : null),
  fromPacked: (value) => value,
  random: randomHashPair,
  visit: visitPairs,
  replyValue: replyText,
};

const hrandfield: Command = {
  name: 'hrandfield',
  arity: -2,
  flags: ['readonly'],
  categories: ['hash'],
  group: 'hash',
  since: '6.2.0',
  complexity: 'O(N)',
  summary: {
    en: 'Draws fields by chance: with a count different ones, with a negative count repetitions may occur.',
    zh: '随机返回字段；给出数量时不重复，数量为负则允许重复。',
  },
  tips: ['nondeterministic_output'],
  keys: [keyRange(['RO', 'access'])],
  arguments: [
    key(),
    optional(block('options', integer('count'), optional(token('withvalues', 'WITHVALUES')))),
  ],
  run: (server, client, args) => replyRandomPairs(fieldsAndValues, server, client, args),
};

export const randomHashCommands: readonly Command[] = [hrandfield];
