/** HRANDFIELD and ZRANDMEMBER: pairs by chance, each once or with repetitions. */
import { errors, ReplyError } from '../base/errors.ts';
import type { Heap } from '../base/heap.ts';
import { INT64_MAX } from '../base/numbers.ts';
import type { RandomStream } from '../base/random.ts';
import type { Database } from '../keyspace/database.ts';
import type { Client } from '../state/client/client.ts';
import type { ReplyBuffer } from '../state/client/reply.ts';
import type { Server } from '../state/server.ts';
import type { PackedList } from '../structures/packed-list.ts';
import { randomPairs, randomPairsUnique } from '../structures/packed-random.ts';
import type { RedisObject } from '../types/object.ts';
import { type Text, textBytes } from '../types/text.ts';
import { integerBetween, isWord } from './arguments.ts';
import { copyAndThrowOut, drawUntilDifferent, isThrowingOutCheaper } from './random-draw.ts';
import { replyRepeatedly, replyText } from './reply-text.ts';

/** With values the reply has twice as many strings, and their number must fit as well. */
const MAX_PAIRS = INT64_MAX / 2n;

/** A field and its value, or a member and its score. */
export interface Pair<Value> {
  readonly field: Text;
  readonly value: Value;
}

/** What differs between a hash and a sorted set. */
export interface PairSource<Value> {
  /** The option that asks for the values too, in lower case. */
  readonly withValuesWord: string;
  /** A hash draws from packed bytes in one walk, however many are wanted; a sorted set considers throwing out first. */
  readonly walksPackedFirst: boolean;
  read(server: Server, db: Database, key: Uint8Array): RedisObject | null;
  size(object: RedisObject): number;
  /** Null where the value is not packed. */
  packed(object: RedisObject): PackedList | null;
  fromPacked(value: Uint8Array): Value;
  /** There is at least one. */
  random(object: RedisObject, stream: RandomStream): Pair<Value>;
  visit(object: RedisObject, take: (field: Text, value: Value) => void): void;
  replyValue(reply: ReplyBuffer, heap: Heap, value: Value): void;
}

/** `key [count [WITHVALUES]]`, for a sorted set WITHSCORES. */
export function replyRandomPairs<Value>(
  source: PairSource<Value>,
  server: Server,
  client: Client,
  args: readonly Uint8Array[],
): void {
  if (args.length === 2) replyOne(source, server, client, args[1]);
  else replyCount(source, server, client, args);
}

function replyOne<Value>(
  source: PairSource<Value>,
  server: Server,
  { db, reply }: Client,
  keyBytes: Uint8Array,
): void {
  const { env } = server;
  const object = source.read(server, db, keyBytes);
  if (object === null) reply.nil();
  else replyText(reply, env.heap, source.random(object, env.random.stream('sampling')).field);
}

function replyCount<Value>(
  source: PairSource<Value>,
  server: Server,
  client: Client,
  args: readonly Uint8Array[],
): void {
  const count = integerBetween(args[2], -INT64_MAX, INT64_MAX);
  const withValues = args.length === 4 && isWord(args[3], source.withValuesWord);
  if (args.length > 4 || (args.length === 4 && !withValues)) throw errors.syntax();
  if (withValues && (count < -MAX_PAIRS || count > MAX_PAIRS)) {
    throw new ReplyError('ERR value is out of range');
  }
  const object = source.read(server, client.db, args[1]);
  if (object === null || count === 0) {
    client.reply.array(0);
    return;
  }
  const draw = new Draw(source, server, client, object, withValues);
  if (count < 0 || count === 1) draw.repeatedly(Math.abs(Number(count)));
  else draw.different(Number(count));
}

class Draw<Value> {
  readonly #source: PairSource<Value>;
  readonly #server: Server;
  readonly #client: Client;
  readonly #object: RedisObject;
  readonly #withValues: boolean;
  readonly #stream: RandomStream;

  constructor(
    source: PairSource<Value>,
    server: Server,
    client: Client,
    object: RedisObject,
    withValues: boolean,
  ) {
    this.#source = source;
    this.#server = server;
    this.#client = client;
    this.#object = object;
    this.#withValues = withValues;
    this.#stream = server.env.random.stream('sampling');
  }

  repeatedly(count: number): void {
    const source = this.#source;
    const packed = source.packed(this.#object);
    const begin = () => this.#begin(count);
    replyRepeatedly(this.#server, this.#client, count, begin, (some) => {
      if (packed !== null) {
        for (const { field, value } of randomPairs(packed, some, this.#stream)) {
          this.#reply(field, source.fromPacked(value));
        }
        return;
      }
      for (let drawn = 0; drawn < some; drawn++) this.#replyPair(source.random(this.#object, this.#stream));
    });
  }

  different(count: number): void {
    const source = this.#source;
    const size = source.size(this.#object);
    const packed = source.packed(this.#object);
    this.#begin(Math.min(count, size));
    if (count >= size) {
      source.visit(this.#object, (field, value) => this.#reply(field, value));
    } else if (isThrowingOutCheaper(count, size) && (packed === null || !source.walksPackedFirst)) {
      this.#throwOut(size, size - count);
    } else if (packed !== null) {
      for (const { field, value } of randomPairsUnique(packed, count, this.#stream)) {
        this.#reply(field, source.fromPacked(value));
      }
    } else {
      this.#drawUntil(count);
    }
  }

  #throwOut(size: number, removed: number): void {
    const { env } = this.#server;
    const copy = copyAndThrowOut<Value>(env, size, removed, (copy) => {
      this.#source.visit(this.#object, (field, value) => copy.add(textBytes(env.heap, field), value));
    });
    for (const entry of copy.entries()) this.#reply(entry.keyBytes, entry.value);
    copy.release();
  }

  #drawUntil(count: number): void {
    const seen = drawUntilDifferent(
      this.#server.env,
      count,
      () => this.#source.random(this.#object, this.#stream),
      ({ field }) => field,
      (pair) => this.#replyPair(pair),
    );
    seen.release();
  }

  /** RESP3 has an array for each pair, RESP2 one for all. */
  #begin(count: number): void {
    const { reply } = this.#client;
    reply.array(this.#withValues && reply.protocol === 2 ? count * 2 : count);
  }

  #replyPair({ field, value }: Pair<Value>): void {
    this.#reply(field, value);
  }

  #reply(field: Text, value: Value): void {
    const { reply } = this.#client;
    const { heap } = this.#server.env;
    if (this.#withValues && reply.protocol === 3) reply.array(2);
    replyText(reply, heap, field);
    if (this.#withValues) this.#source.replyValue(reply, heap, value);
  }
}
