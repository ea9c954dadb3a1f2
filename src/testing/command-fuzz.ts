/**
 * Random commands over strings and keys, for comparing two servers: mostly sensible, often on the edge, sometimes
 * nonsense. No reply depends on the clock: an expiry is far away, long past, or removed by the next command.
 */
import { RandomStream } from '../engine/base/random.ts';
import type { Comparison } from './transcript.ts';

export interface FuzzCommand {
  readonly args: readonly (string | Uint8Array)[];
  readonly comparison: Comparison;
}

export const FUZZ_KEYS: readonly (string | Uint8Array)[] = [
  'a',
  'b',
  'c',
  'n',
  'm',
  '',
  'user:1000:profile',
  new Uint8Array([0, 255, 13, 10, 128]),
  'k'.repeat(40),
];

const integers = [
  '0',
  '1',
  '-1',
  '5',
  '9999',
  '10000',
  '-10001',
  '2147483647',
  '2147483648',
  '-2147483649',
  '9007199254740991',
  '9007199254740993',
  '-9007199254740992',
  '9223372036854775806',
  '9223372036854775807',
  '-9223372036854775807',
  '-9223372036854775808',
];
const notQuiteIntegers = [
  '',
  ' 1',
  '1 ',
  '+1',
  '01',
  '-0',
  '1.0',
  '1e3',
  'abc',
  '0x10',
  '9223372036854775808',
  '-9223372036854775809',
  '99999999999999999999',
];
const floats = [
  '0.1',
  '-2.75',
  '1e10',
  '1e-5',
  '3.0e3',
  '.5',
  '5.',
  '1e40',
  '-1e300',
  '0x1.8p3',
  'inf',
  '-inf',
  'nan',
  '1e5000',
];
/** Lengths around which encodings, headers and size classes change. */
const lengths = [
  0, 1, 3, 11, 12, 13, 20, 21, 28, 29, 31, 32, 43, 44, 45, 59, 60, 61, 100, 252, 253, 255, 256, 300, 1000,
];
const farSeconds = ['4102444800', '4102444801', '5000000000', '9223372036854775'];
const farMilliseconds = [
  '4102444800000',
  '4102444800499',
  '4102444800500',
  '9007199254740993',
  '9223372036854775807',
];
const pastTimes = ['1', '1000', '1000000000'];
const refusedTimes = ['0', '-1', '9223372036854775807', '-9223372036854775808', 'abc', '', '1.5'];
const patterns = ['*', 'a*', '?', '[a-c]', '[^a]', '*:*', 'user:1000:profile', '\\a', '', '[', '*k', 'k*k'];
const commandsOfOneKey = [
  'GET',
  'GETDEL',
  'STRLEN',
  'INCR',
  'DECR',
  'TYPE',
  'PERSIST',
  'EXPIRETIME',
  'PEXPIRETIME',
];
const commandsOfManyKeys = ['MGET', 'DEL', 'UNLINK', 'EXISTS', 'TOUCH'];

export class CommandFuzz {
  readonly #random: RandomStream;
  /** The commands that must follow the one just given. */
  #pending: FuzzCommand | null = null;

  constructor(seed: number) {
    this.#random = new RandomStream(seed, seed / 0x1_0000_0000, 0x5eed);
  }

  /** At least `count` commands, ending where none must follow. */
  batch(count: number): FuzzCommand[] {
    const commands: FuzzCommand[] = [];
    while (commands.length < count || this.#pending !== null) commands.push(this.next());
    return commands;
  }

  next(): FuzzCommand {
    if (this.#pending !== null) {
      const pending = this.#pending;
      this.#pending = null;
      return pending;
    }
    const command = this.#command();
    // Now and then an argument is dropped, or one added. Not with EX: a shifted argument could be a duration from now,
    // which no command would remove again.
    const hasDuration = command.args.some((word) => word === 'EX' || word === 'PX');
    if (command.comparison === 'exact' && !hasDuration && this.#oneIn(60)) {
      const args = this.#oneIn(2) ? command.args.slice(0, -1) : [...command.args, this.#value()];
      if (args.length > 0) return { args, comparison: 'exact' };
    }
    return command;
  }

  #command(): FuzzCommand {
    const random = this.#random;
    const exact = (...args: (string | Uint8Array)[]): FuzzCommand => ({ args, comparison: 'exact' });
    switch (random.below(24)) {
      case 0:
      case 1:
        return exact('SET', this.#key(), this.#value());
      case 2:
      case 3:
        return exact('SET', this.#key(), this.#value(), ...this.#setOptions());
      case 4:
      case 5:
        return exact(this.#pick(commandsOfOneKey), this.#key());
      case 6:
        return exact(this.#pick(commandsOfManyKeys), ...this.#keys());
      case 7:
        return exact(this.#pick(['SETNX', 'GETSET']), this.#key(), this.#value());
      case 8:
        return this.#timed();
      case 9:
        return exact('GETEX', this.#key(), ...this.#expiryOptions(['PERSIST', 'KEEPTTL', 'EX', 'junk']));
      case 10:
        return exact(this.#pick(['MSET', 'MSETNX']), ...this.#keys().flatMap((key) => [key, this.#value()]));
      case 11:
      case 12:
        return exact('APPEND', this.#key(), this.#value());
      case 13:
        return exact(this.#pick(['INCRBY', 'DECRBY']), this.#key(), this.#integer());
      case 14:
        return exact('INCRBYFLOAT', this.#key(), this.#oneIn(3) ? this.#integer() : this.#pick(floats));
      case 15:
        return exact(this.#pick(['GETRANGE', 'SUBSTR']), this.#key(), this.#place(), this.#place());
      case 16:
        return exact('SETRANGE', this.#key(), this.#place(), this.#value());
      case 17:
        return exact('LCS', this.#key(), this.#key(), ...this.#lcsOptions());
      case 18:
        return exact(this.#pick(['RENAME', 'RENAMENX']), this.#key(), this.#key());
      case 19: {
        const db = this.#pick(['0', '0', '1', '16', '-1', 'abc', '99999999999']);
        if (this.#oneIn(2)) return exact('MOVE', this.#key(), db);
        return exact('COPY', this.#key(), this.#key(), ...this.#some(['REPLACE', 'DB', db, 'junk']));
      }
      case 20:
      case 21: {
        const inSeconds = this.#oneIn(2);
        const name = inSeconds ? 'EXPIREAT' : 'PEXPIREAT';
        return exact(
          name,
          this.#key(),
          this.#time(inSeconds),
          ...this.#some(['NX', 'XX', 'GT', 'LT', 'junk']),
        );
      }
      case 22: {
        if (this.#oneIn(2)) return { args: ['KEYS', this.#pick(patterns)], comparison: 'unordered' };
        const options = this.#oneIn(2)
          ? ['MATCH', this.#pick(patterns)]
          : ['TYPE', this.#pick(['string', 'list'])];
        return { args: ['SCAN', '0', 'COUNT', '1000', ...options], comparison: 'unordered' };
      }
      default:
        if (this.#oneIn(12)) return { args: ['RANDOMKEY'], comparison: 'kind' };
        if (this.#oneIn(3)) return exact('MEMORY', 'USAGE', this.#key());
        return exact('OBJECT', this.#pick(['ENCODING', 'REFCOUNT', 'encoding', 'FREQ']), this.#key());
    }
  }

  /** A duration from now: the next command removes the expiry it sets, because its end depends on the clock. */
  #timed(): FuzzCommand {
    const key = this.#key();
    const time = this.#oneIn(3) ? this.#pick(refusedTimes) : this.#pick(['100', '5000', '1000000']);
    const seconds = this.#oneIn(2);
    this.#pending = { args: ['PERSIST', key], comparison: 'exact' };
    switch (this.#random.below(4)) {
      case 0:
        return { args: [seconds ? 'SETEX' : 'PSETEX', key, time, this.#value()], comparison: 'exact' };
      case 1:
        return { args: ['SET', key, this.#value(), seconds ? 'EX' : 'PX', time], comparison: 'exact' };
      case 2:
        return { args: ['GETEX', key, seconds ? 'ex' : 'px', time], comparison: 'exact' };
      default: {
        const options = this.#some(['NX', 'xx', 'Gt', 'LT']);
        return { args: [seconds ? 'EXPIRE' : 'PEXPIRE', key, time, ...options], comparison: 'exact' };
      }
    }
  }

  #setOptions(): string[] {
    return [...this.#some(['NX', 'xx', 'Get']), ...this.#expiryOptions(['KEEPTTL', 'PERSIST', 'PX', 'junk'])];
  }

  #expiryOptions(others: readonly string[]): string[] {
    const options: string[] = [];
    if (this.#oneIn(2)) {
      const inSeconds = this.#oneIn(2);
      options.push(inSeconds ? 'EXAT' : 'PXAT', this.#time(inSeconds));
    }
    if (this.#oneIn(4)) options.push(this.#pick(others));
    return this.#oneIn(3) ? options.reverse() : options;
  }

  #lcsOptions(): string[] {
    const options = this.#some(['LEN', 'IDX', 'WITHMATCHLEN', 'junk']);
    return this.#oneIn(3) ? [...options, 'MINMATCHLEN', this.#integer()] : options;
  }

  #time(inSeconds: boolean): string {
    if (this.#oneIn(6)) return this.#pick(refusedTimes);
    if (this.#oneIn(8)) return this.#pick(pastTimes);
    return this.#pick(inSeconds ? farSeconds : farMilliseconds);
  }

  #key(): string | Uint8Array {
    return this.#pick(FUZZ_KEYS);
  }

  #keys(): (string | Uint8Array)[] {
    return Array.from({ length: 1 + this.#random.below(4) }, () => this.#key());
  }

  #integer(): string {
    if (this.#oneIn(8)) return this.#pick(notQuiteIntegers);
    return this.#oneIn(2) ? this.#pick(integers) : String(this.#random.below(40000) - 20000);
  }

  /** An offset: small, so that strings stay small, or refused. */
  #place(): string {
    if (this.#oneIn(10)) return this.#pick(['-9223372036854775808', '9223372036854775807', '536870912', 'x']);
    return String(this.#random.below(400) - (this.#oneIn(3) ? 400 : 0));
  }

  #value(): string | Uint8Array {
    const random = this.#random;
    switch (random.below(6)) {
      case 0:
        return this.#pick(integers);
      case 1:
        return this.#pick(notQuiteIntegers);
      case 2:
        return this.#pick(floats);
      case 3:
        return random.bytes(random.below(70));
      case 4:
        return 'v'.repeat(this.#pick(lengths));
      default:
        return Array.from({ length: random.below(12) }, () => this.#pick(['a', 'b', 'c', 'd'])).join('');
    }
  }

  #some<Item>(items: readonly Item[]): Item[] {
    return items.filter(() => this.#oneIn(4));
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#random.below(items.length)];
  }

  #oneIn(count: number): boolean {
    return this.#random.below(count) === 0;
  }
}
