/**
 * Random commands over hashes and sets, for comparing two servers: few keys and few fields, so that commands
 * meet; strings around every border of an encoding; low limits, so that values change their encoding often;
 * now and then the wrong type, a wrong number or nonsense.
 */
import { RandomStream } from '../engine/base/random.ts';
import type { Comparison } from './transcript.ts';

export interface CollectionCommand {
  readonly args: readonly (string | Uint8Array)[];
  /** 'size': only the kind of a random answer and, in an array, the number of elements. */
  readonly comparison: Comparison | 'size';
}

export const COLLECTION_KEYS = ['h1', 'h2', 'h3', 's1', 's2', 's3', 's4', 'other'] as const;

const hashKeys = ['h1', 'h2', 'h3'];
const setKeys = ['s1', 's2', 's3', 's4'];
const integers = [
  '0',
  '1',
  '-1',
  '12',
  '13',
  '127',
  '128',
  '-4097',
  '32767',
  '32768',
  '-32769',
  '8388608',
  '2147483647',
  '-2147483649',
  '9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
];
const notQuiteIntegers = ['', '-', '-0', '007', '+1', ' 1', '1.0', '1e3', '9223372036854775808', 'abc'];
const floats = ['0.1', '-2.75', '1e10', '1e-5', '.5', '0x1.8p3', '1e40', 'inf', '-inf', 'nan', '1e5000', 'x'];
const lengths = [2, 7, 8, 9, 11, 12, 13, 31, 32, 63, 64, 65, 100, 253, 254, 300, 4100];
const counts = ['0', '1', '2', '3', '5', '8', '100', '-1', '-3', '-20', 'abc', '', '9223372036854775808'];
const patterns = ['*', 'f*', '?', '[0-9]*', '*1*', '', '\\f1', 'nothing'];
const limitsOf: Readonly<Record<string, readonly string[]>> = {
  'hash-max-listpack-entries': ['0', '3', '8', '20', '512'],
  'hash-max-ziplist-value': ['0', '8', '31', '64', '300'],
  'set-max-intset-entries': ['0', '3', '8', '20', '512'],
};

export class CollectionFuzz {
  readonly #random: RandomStream;
  readonly #pending: CollectionCommand[] = [];

  constructor(seed: number) {
    this.#random = new RandomStream(seed, 17, 4);
  }

  next(): CollectionCommand {
    const pending = this.#pending.shift();
    if (pending !== undefined) return pending;
    const command = this.#command();
    // One argument too few or too many, now and then, in commands without chance.
    const isFixed = command.comparison === 'exact' || command.comparison === 'unordered';
    if (isFixed && this.#oneIn(50)) {
      const args = this.#oneIn(2) ? command.args.slice(0, -1) : [...command.args, this.#value()];
      return { args, comparison: 'unordered' };
    }
    return command;
  }

  #command(): CollectionCommand {
    const exact = (...args: (string | Uint8Array)[]): CollectionCommand => ({ args, comparison: 'exact' });
    const unordered = (...args: (string | Uint8Array)[]): CollectionCommand => ({
      args,
      comparison: 'unordered',
    });
    switch (this.#random.below(30)) {
      case 0:
      case 1:
      case 2:
        return exact(this.#pick(['HSET', 'HSET', 'hmset']), this.#hash(), ...this.#pairs());
      case 3:
        return exact('HSETNX', this.#hash(), this.#field(), this.#value());
      case 4:
      case 5:
        return exact('HDEL', this.#hash(), ...this.#fields());
      case 6:
        return exact('HINCRBY', this.#hash(), this.#field(), this.#integer());
      case 7: {
        const increment = this.#oneIn(3) ? this.#integer() : this.#pick(floats);
        return exact('HINCRBYFLOAT', this.#hash(), this.#field(), increment);
      }
      case 8:
        return exact(this.#pick(['HGET', 'HSTRLEN', 'HEXISTS']), this.#hash(), this.#field());
      case 9:
        return exact('HMGET', this.#hash(), ...this.#fields());
      case 10:
        return unordered(this.#pick(['HGETALL', 'HKEYS', 'HVALS', 'HLEN']), this.#hash());
      case 11:
        return unordered('HSCAN', this.#hash(), ...this.#scanOptions());
      case 12:
        return this.#drawn('HRANDFIELD', this.#hash(), this.#oneIn(2) ? ['WITHVALUES'] : []);
      case 13:
      case 14:
      case 15:
      case 16:
        return exact('SADD', this.#set(), ...this.#members());
      case 17:
      case 18:
        return exact('SREM', this.#set(), ...this.#members());
      case 19:
        return exact('SMOVE', this.#set(), this.#set(), this.#member());
      case 20:
        return exact(this.#pick(['SISMEMBER', 'SMISMEMBER']), this.#set(), this.#member());
      case 21:
        if (this.#oneIn(2)) return unordered('SSCAN', this.#set(), ...this.#scanOptions());
        return unordered(this.#pick(['SMEMBERS', 'SCARD']), this.#set());
      case 22:
        return this.#oneIn(3) ? this.#popped() : this.#drawn('SRANDMEMBER', this.#set(), []);
      case 23:
      case 24:
        return unordered(this.#pick(['SINTER', 'SUNION', 'SDIFF']), ...this.#sets());
      case 25:
        return exact(this.#pick(['SINTERSTORE', 'SUNIONSTORE', 'SDIFFSTORE']), this.#set(), ...this.#sets());
      case 26: {
        const sets = this.#sets();
        const count = this.#oneIn(8) ? this.#pick(counts) : String(sets.length);
        const limit = this.#oneIn(2) ? [] : ['LIMIT', this.#pick(counts)];
        return exact('SINTERCARD', count, ...sets, ...limit);
      }
      case 27: {
        const name = this.#pick(Object.keys(limitsOf));
        return exact('CONFIG', 'SET', name, this.#pick(limitsOf[name]));
      }
      case 28: {
        const key = this.#pick(COLLECTION_KEYS);
        if (this.#oneIn(4)) return exact('DEL', key);
        if (this.#oneIn(3)) return exact('PEXPIREAT', key, '9007199254740993');
        return exact(this.#pick(['COPY', 'RENAME', 'RENAMENX']), key, this.#pick(COLLECTION_KEYS));
      }
      default:
        if (this.#oneIn(6)) return exact('SET', 'other', 'a string');
        if (this.#oneIn(6)) return { args: ['HELLO', this.#pick(['2', '3'])], comparison: 'kind' };
        return exact('OBJECT', 'ENCODING', this.#pick(COLLECTION_KEYS));
    }
  }

  #drawn(name: string, key: string, extra: readonly string[]): CollectionCommand {
    const count = this.#oneIn(4) ? [] : [this.#pick(counts), ...extra];
    return { args: [name, key, ...count], comparison: 'size' };
  }

  /** Draws from a copy, because the rest depends on chance. */
  #popped(): CollectionCommand {
    const count = this.#oneIn(3) ? [] : [this.#pick(counts)];
    this.#pending.push(
      { args: ['SPOP', 'popped', ...count], comparison: 'size' },
      { args: ['SCARD', 'popped'], comparison: 'exact' },
      { args: ['DEL', 'popped'], comparison: 'exact' },
    );
    return { args: ['COPY', this.#set(), 'popped'], comparison: 'exact' };
  }

  #scanOptions(): (string | Uint8Array)[] {
    const cursor = this.#oneIn(10) ? this.#pick(['', 'abc', '-1']) : '0';
    // A whole walk in one call, because the order of a table differs from server to server.
    const count = this.#oneIn(10) ? this.#pick(['0', '-1', 'abc']) : '100000';
    const options = ['COUNT', count];
    if (this.#oneIn(2)) options.push('MATCH', this.#pick(patterns));
    if (this.#oneIn(20)) options.push(this.#pick(['TYPE', 'junk', 'MATCH']), 'hash');
    // From a later cursor only packed values are returned as a whole.
    return cursor === '-1' ? ['x'] : [cursor, ...options];
  }

  #hash(): string {
    return this.#pick(this.#oneIn(30) ? COLLECTION_KEYS : hashKeys);
  }

  #set(): string {
    return this.#pick(this.#oneIn(30) ? COLLECTION_KEYS : setKeys);
  }

  #sets(): string[] {
    return this.#repeat(4, () => this.#set());
  }

  #pairs(): (string | Uint8Array)[] {
    return this.#repeat(this.#oneIn(10) ? 20 : 3, () => [this.#field(), this.#value()]).flat();
  }

  #fields(): (string | Uint8Array)[] {
    return this.#repeat(4, () => this.#field());
  }

  #members(): (string | Uint8Array)[] {
    return this.#repeat(this.#oneIn(10) ? 20 : 4, () => this.#member());
  }

  #field(): string | Uint8Array {
    return this.#oneIn(12) ? this.#value() : `f${this.#random.below(25)}`;
  }

  #member(): string | Uint8Array {
    if (this.#oneIn(12)) return this.#value();
    if (this.#oneIn(40)) return `m${this.#random.below(10)}`;
    return String(this.#random.below(30) - 5);
  }

  #integer(): string {
    if (this.#oneIn(8)) return this.#pick(notQuiteIntegers);
    return this.#oneIn(2) ? this.#pick(integers) : String(this.#random.below(2000) - 1000);
  }

  #value(): string | Uint8Array {
    switch (this.#random.below(6)) {
      case 0:
        return this.#pick(integers);
      case 1:
        return this.#pick(notQuiteIntegers);
      case 2:
        return this.#pick(floats);
      case 3:
        return this.#random.bytes(this.#random.below(12));
      case 4:
        return String.fromCharCode(97 + this.#random.below(26)).repeat(this.#pick(lengths));
      default:
        return String(this.#random.below(40));
    }
  }

  #repeat<Item>(most: number, make: () => Item): Item[] {
    return Array.from({ length: 1 + this.#random.below(most) }, make);
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#random.below(items.length)];
  }

  #oneIn(count: number): boolean {
    return this.#random.below(count) === 0;
  }
}
