/** HRANDFIELD: fields by chance, each once or with repetitions. */
import { errors, ReplyError } from '../../base/errors.ts';
import { INT64_MAX } from '../../base/numbers.ts';
import type { RandomStream } from '../../base/random.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { Dict } from '../../structures/dict.ts';
import { randomPairs, randomPairsUnique } from '../../structures/packed-random.ts';
import type { StoredString } from '../../structures/stored-string.ts';
import { hashLength, isPacked, packedOf, randomHashPair, tableOf, visitPairs } from '../../types/hash.ts';
import type { RedisObject } from '../../types/object.ts';
import { type Text, textBytes } from '../../types/text.ts';
import { unwatched } from '../../types/unwatched.ts';
import { integerBetween, isWord } from '../arguments.ts';
import { replyRepeatedly, replyText } from '../reply-text.ts';
import { block, integer, key, optional, token } from '../syntax.ts';
import { readHash } from './value.ts';

/** Above a third of the hash it is cheaper to throw out the rest than to draw until enough are different. */
const THROW_OUT_FACTOR = 3;
/** With values there are twice as many strings, and their number has to fit as well. */
const MAX_PAIRS = INT64_MAX / 2n;

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
  run(server, client, args) {
    const stream = server.env.random.stream('sampling');
    if (args.length === 2) {
      const object = readHash(server, client.db, args[1]);
      if (object === null) return client.reply.nil();
      return replyText(client.reply, server.env.heap, randomHashPair(object, stream).field);
    }
    const count = integerBetween(args[2], -INT64_MAX, INT64_MAX);
    const withValues = args.length === 4 && isWord(args[3], 'withvalues');
    if (args.length > 4 || (args.length === 4 && !withValues)) throw errors.syntax();
    if (withValues && (count < -MAX_PAIRS || count > MAX_PAIRS)) {
      throw new ReplyError('ERR value is out of range');
    }
    const object = readHash(server, client.db, args[1]);
    if (object === null || count === 0) return client.reply.array(0);
    const draw = new Draw(server, client, object, withValues);
    if (count < 0 || count === 1) draw.repeatedly(Math.abs(Number(count)));
    else draw.different(Number(count));
  },
};

class Draw {
  readonly #server: Server;
  readonly #client: Client;
  readonly #object: RedisObject;
  readonly #withValues: boolean;
  readonly #stream: RandomStream;

  constructor(server: Server, client: Client, object: RedisObject, withValues: boolean) {
    this.#server = server;
    this.#client = client;
    this.#object = object;
    this.#withValues = withValues;
    this.#stream = server.env.random.stream('sampling');
  }

  repeatedly(count: number): void {
    const object = this.#object;
    const begin = () => this.#begin(count);
    replyRepeatedly(this.#server, this.#client, count, begin, (some) => {
      if (isPacked(object)) {
        for (const { field, value } of randomPairs(packedOf(object), some, this.#stream))
          this.#tell(field, value);
        return;
      }
      for (let drawn = 0; drawn < some; drawn++) {
        const { field, value } = randomHashPair(object, this.#stream);
        this.#tell(field, value);
      }
    });
  }

  different(count: number): void {
    const object = this.#object;
    const size = hashLength(object);
    this.#begin(Math.min(count, size));
    if (count >= size) {
      visitPairs(object, (field, value) => this.#tell(field, value));
    } else if (isPacked(object)) {
      const pairs = randomPairsUnique(packedOf(object), count, this.#stream);
      for (const { field, value } of pairs) this.#tell(field, value);
    } else if (count * THROW_OUT_FACTOR > size) {
      this.#throwOut(size - count);
    } else {
      this.#drawUntil(count);
    }
  }

  /** Copies the table, removes some by chance, tells the rest. */
  #throwOut(removed: number): void {
    const { env } = this.#server;
    const table = tableOf(this.#object);
    const copy = unwatched(env, () => {
      const copy = new Dict<StoredString>(env);
      copy.expand(table.size);
      for (const entry of table.entries()) copy.add(entry.keyBytes, entry.value);
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
      const { field, value } = randomHashPair(this.#object, this.#stream);
      const fieldBytes = textBytes(env.heap, field);
      if (unwatched(env, () => seen.add(fieldBytes, null)) !== null) this.#tell(field, value);
    }
    seen.release();
  }

  /** RESP3 has an array for each pair, RESP2 one for all. */
  #begin(count: number): void {
    const { reply } = this.#client;
    reply.array(this.#withValues && reply.protocol === 2 ? count * 2 : count);
  }

  #tell(field: Text, value: Text): void {
    const { reply } = this.#client;
    const { heap } = this.#server.env;
    if (this.#withValues && reply.protocol === 3) reply.array(2);
    replyText(reply, heap, field);
    if (this.#withValues) replyText(reply, heap, value);
  }
}

export const randomHashCommands: readonly Command[] = [hrandfield];
