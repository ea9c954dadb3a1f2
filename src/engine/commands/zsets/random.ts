/** ZRANDMEMBER: members by chance, each once or with repetitions. */
import { errors, ReplyError } from '../../base/errors.ts';
import { INT64_MAX } from '../../base/numbers.ts';
import type { RandomStream } from '../../base/random.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { Dict } from '../../structures/dict.ts';
import { randomPair, randomPairs, randomPairsUnique } from '../../structures/packed-random.ts';
import { StoredString } from '../../structures/stored-string.ts';
import type { RedisObject } from '../../types/object.ts';
import { type Text, textBytes } from '../../types/text.ts';
import { unwatched } from '../../types/unwatched.ts';
import { isPacked, packedOf, tableOf, zsetSize } from '../../types/zset.ts';
import { scoreOf } from '../../types/zset-packed.ts';
import { visitBackwards } from '../../types/zset-walk.ts';
import { integerBetween, isWord } from '../arguments.ts';
import { replyRepeatedly, replyText } from '../reply-text.ts';
import { block, integer, key, optional, token } from '../syntax.ts';
import { beginMembers, readZset, tellMember } from './value.ts';

/** Above a third of the set it is cheaper to throw out the rest than to draw until enough are different. */
const THROW_OUT_FACTOR = 3;
/** With scores there are twice as many strings, and their number has to fit as well. */
const MAX_PAIRS = INT64_MAX / 2n;

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
  run(server, client, args) {
    const stream = server.env.random.stream('sampling');
    if (args.length === 2) {
      const object = readZset(server, client.db, args[1]);
      if (object === null) return client.reply.nil();
      return replyText(client.reply, server.env.heap, randomMember(object, stream).member);
    }
    const count = integerBetween(args[2], -INT64_MAX, INT64_MAX);
    const withScores = args.length === 4 && isWord(args[3], 'withscores');
    if (args.length > 4 || (args.length === 4 && !withScores)) throw errors.syntax();
    if (withScores && (count < -MAX_PAIRS || count > MAX_PAIRS)) {
      throw new ReplyError('ERR value is out of range');
    }
    const object = readZset(server, client.db, args[1]);
    if (object === null || count === 0) return client.reply.array(0);
    const draw = new Draw(server, client, object, withScores);
    if (count < 0 || count === 1) draw.repeatedly(Math.abs(Number(count)));
    else draw.different(Number(count));
  },
};

interface Drawn {
  readonly member: Text;
  readonly score: number;
}

/** There is at least one. */
function randomMember(object: RedisObject, stream: RandomStream): Drawn {
  if (isPacked(object)) {
    const { field, value } = randomPair(packedOf(object), stream);
    return { member: field, score: scoreOf(value) };
  }
  const table = tableOf(object);
  const entry = table.dict.fairRandomEntry(stream)!;
  return { member: new StoredString(entry.keyPlace, entry.keyLength), score: table.scoreOf(entry) };
}

class Draw {
  readonly #server: Server;
  readonly #client: Client;
  readonly #object: RedisObject;
  readonly #withScores: boolean;
  readonly #stream: RandomStream;

  constructor(server: Server, client: Client, object: RedisObject, withScores: boolean) {
    this.#server = server;
    this.#client = client;
    this.#object = object;
    this.#withScores = withScores;
    this.#stream = server.env.random.stream('sampling');
  }

  repeatedly(count: number): void {
    const object = this.#object;
    const begin = () => beginMembers(this.#client, count, this.#withScores);
    replyRepeatedly(this.#server, this.#client, count, begin, (some) => {
      if (isPacked(object)) {
        for (const { field, value } of randomPairs(packedOf(object), some, this.#stream)) {
          this.#tell(field, scoreOf(value));
        }
        return;
      }
      for (let drawn = 0; drawn < some; drawn++) {
        const { member, score } = randomMember(object, this.#stream);
        this.#tell(member, score);
      }
    });
  }

  different(count: number): void {
    const object = this.#object;
    const size = zsetSize(object);
    beginMembers(this.#client, Math.min(count, size), this.#withScores);
    if (count >= size) {
      visitBackwards(object, (member, score) => {
        this.#tell(member, score);
        return true;
      });
    } else if (count * THROW_OUT_FACTOR > size) {
      this.#throwOut(size - count);
    } else if (isPacked(object)) {
      for (const { field, value } of randomPairsUnique(packedOf(object), count, this.#stream)) {
        this.#tell(field, scoreOf(value));
      }
    } else {
      this.#drawUntil(count);
    }
  }

  /** Copies all members, removes some by chance, tells the rest. */
  #throwOut(removed: number): void {
    const { env } = this.#server;
    const copy = unwatched(env, () => {
      const copy = new Dict<number>(env);
      copy.expand(zsetSize(this.#object));
      visitBackwards(this.#object, (member, score) => copy.add(textBytes(env.heap, member), score) !== null);
      for (let left = removed; left > 0; left--) copy.delete(copy.fairRandomEntry(this.#stream)!.keyBytes);
      return copy;
    });
    for (const entry of copy.entries()) this.#tell(entry.keyBytes, entry.value);
    copy.release();
  }

  /** Draws from the table itself; what was drawn before does not count. */
  #drawUntil(count: number): void {
    const { env } = this.#server;
    const seen = unwatched(env, () => {
      const seen = new Dict<null>(env);
      seen.expand(count);
      return seen;
    });
    while (seen.size < count) {
      const { member, score } = randomMember(this.#object, this.#stream);
      const bytes = textBytes(env.heap, member);
      if (unwatched(env, () => seen.add(bytes, null)) !== null) this.#tell(bytes, score);
    }
    seen.release();
  }

  #tell(member: Text, score: number): void {
    tellMember(this.#server, this.#client, member, score, this.#withScores);
  }
}

export const randomZsetCommands: readonly Command[] = [zrandmember];
