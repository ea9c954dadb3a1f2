/**
 * Random commands over sorted sets, for comparing two servers: few keys and few members, so that commands
 * meet; scores around every border of their encodings; low limits, so that values change their encoding often;
 * plain sets beside the sorted ones; now and then the wrong type, a wrong number or nonsense.
 */
import { latin1 } from '../engine/base/bytes.ts';
import { RandomStream } from '../engine/base/random.ts';
import type { Args, DifferentialCommand } from './differential.ts';

export const ZSET_KEYS = ['z1', 'z2', 'z3', 'z4', 's1', 's2', 'l1', 'l2', 'other'] as const;

const zsetKeys = ['z1', 'z2', 'z3', 'z4'];
/** Of one score each: with several scores, a range of members depends on the levels drawn. */
const lexKeys = ['l1', 'l2'];
const mixedKeys = ['z1', 'z2', 'z3', 'z4', 's1', 's2', 'other'];
const numbers = [
  '0',
  '-0',
  '12',
  '13',
  '-1',
  '127',
  '128',
  '4095',
  '4096',
  '-4097',
  '32768',
  '8388608',
  '2147483648',
  '9007199254740993',
  '100000000000000000',
  '4611686018427387904',
  '4611686018427388928',
  '-4611686018427387904',
  '9223372036854775807',
  '1e17',
  '1e18',
  '9.3e18',
  '1e300',
  '-1e-300',
  '5e-324',
  '0.1',
  '-2.5',
  '3.0000000000000001',
  '1.7976931348623157e308',
  'inf',
  '-inf',
  '+inf',
  'Infinity',
  '0x10',
  '.5',
];
const notNumbers = ['', 'nan', 'abc', '1e999', '1e-999', ' 1', '1 ', '1,5', '--1', 'nx', '('];
const members = ['', '0', '-5', '007', '12', '9223372036854775807', '1e3', 'ab\0c', '\xff\xfe', 'B', 'b'];
const lengths = [8, 9, 31, 32, 63, 64, 65, 253, 254, 300];
const ranks = [
  '0',
  '1',
  '2',
  '5',
  '100',
  '-1',
  '-2',
  '-5',
  '-100',
  '9223372036854775807',
  '-9223372036854775808',
];
const notIntegers = ['', 'abc', '1.5', '9223372036854775808', ' 1', '+1'];
const counts = ['0', '1', '2', '3', '5', '8', '100', '-1', '-3', '-20', 'abc', '9223372036854775808'];
const lexBounds = [
  '-',
  '+',
  '[',
  '(',
  '[m1',
  '(m1',
  '[m14',
  '(m3',
  '[a',
  '(zzz',
  '[12',
  '-x',
  '+\0',
  'm1',
  '',
  '[\xff',
];
const patterns = ['*', 'm*', '?', '[0-9]*', '*1*', '', 'nothing'];
const limitsOf: Readonly<Record<string, readonly string[]>> = {
  'zset-max-listpack-entries': ['0', '3', '8', '20', '128'],
  'zset-max-ziplist-value': ['0', '3', '8', '63', '64', '300'],
  'set-max-intset-entries': ['0', '3', '512'],
};

export class ZsetFuzz {
  readonly #random: RandomStream;

  constructor(seed: number) {
    this.#random = new RandomStream(seed, 23, 9);
  }

  next(): DifferentialCommand {
    const command = this.#command();
    // One argument too few or too many, now and then, in commands without chance.
    if (command.comparison !== 'exact' || !this.#oneIn(50)) return command;
    const args = this.#oneIn(2) ? command.args.slice(0, -1) : [...command.args, this.#number()];
    return { args, comparison: 'exact' };
  }

  #command(): DifferentialCommand {
    const exact = (...args: Args): DifferentialCommand => ({ args, comparison: 'exact' });
    switch (this.#random.below(30)) {
      case 0: {
        const key = this.#pick(lexKeys);
        const score = key === 'l1' ? '0' : '2.5';
        return exact('ZADD', key, ...this.#repeat(6, () => [score, this.#member()]).flat());
      }
      case 1:
      case 2:
      case 3:
      case 4:
        return exact('ZADD', this.#key(), ...this.#addOptions(), ...this.#pairs());
      case 5:
        return exact('ZINCRBY', this.#key(), this.#number(), this.#member());
      case 6:
      case 7:
        return exact('ZREM', this.#key(), ...this.#repeat(4, () => this.#member()));
      case 8:
        return exact(this.#pick(['ZSCORE', 'ZRANK', 'ZREVRANK']), this.#key(), this.#member());
      case 9:
        if (this.#oneIn(3)) return exact('ZCARD', this.#key());
        return exact('ZMSCORE', this.#key(), ...this.#repeat(4, () => this.#member()));
      case 10:
        return exact('ZCOUNT', this.#key(), this.#bound(), this.#bound());
      case 11:
        return exact('ZLEXCOUNT', this.#pick(lexKeys), this.#lexBound(), this.#lexBound());
      case 12:
        return exact('ZRANGE', ...this.#range(['WITHSCORES']));
      case 13:
        return exact('ZRANGESTORE', this.#key(), ...this.#range([]));
      case 14:
        return exact('ZREVRANGE', this.#key(), this.#rank(), this.#rank(), ...this.#some('WITHSCORES'));
      case 15:
        return exact(
          this.#pick(['ZRANGEBYSCORE', 'ZREVRANGEBYSCORE']),
          this.#key(),
          this.#bound(),
          this.#bound(),
          ...this.#some('WITHSCORES'),
          ...this.#limit(),
        );
      case 16:
        return exact(
          this.#pick(['ZRANGEBYLEX', 'ZREVRANGEBYLEX']),
          this.#pick(lexKeys),
          this.#lexBound(),
          this.#lexBound(),
          ...this.#limit(),
        );
      case 17:
        switch (this.#random.below(3)) {
          case 0:
            return exact('ZREMRANGEBYRANK', this.#key(), this.#rank(), this.#rank());
          case 1:
            return exact('ZREMRANGEBYSCORE', this.#key(), this.#bound(), this.#bound());
          default:
            return exact('ZREMRANGEBYLEX', this.#pick(lexKeys), this.#lexBound(), this.#lexBound());
        }
      case 18:
        return exact(
          this.#pick(['ZPOPMIN', 'ZPOPMAX']),
          this.#key(),
          ...(this.#oneIn(2) ? [] : [this.#pick(counts)]),
        );
      case 19: {
        const keys = this.#repeat(3, () => this.#pick([...zsetKeys, 'missing']));
        const count = this.#oneIn(2) ? [] : ['COUNT', this.#pick(counts)];
        return exact(
          'ZMPOP',
          this.#keyCount(keys),
          ...keys,
          this.#pick(['MIN', 'max', 'MIN', 'x']),
          ...count,
        );
      }
      case 20:
      case 21: {
        const keys = this.#sources();
        const options = [...this.#weights(keys.length), ...this.#some('WITHSCORES')];
        return exact(this.#pick(['ZUNION', 'ZINTER']), this.#keyCount(keys), ...keys, ...options);
      }
      case 22: {
        const keys = this.#sources();
        const name = this.#pick(['ZUNIONSTORE', 'ZINTERSTORE']);
        return exact(name, this.#key(), this.#keyCount(keys), ...keys, ...this.#weights(keys.length));
      }
      case 23: {
        const keys = this.#sources();
        if (this.#oneIn(2)) return exact('ZDIFFSTORE', this.#key(), this.#keyCount(keys), ...keys);
        return exact('ZDIFF', this.#keyCount(keys), ...keys, ...this.#some('WITHSCORES'));
      }
      case 24: {
        const keys = this.#sources();
        const limit = this.#oneIn(2) ? [] : ['LIMIT', this.#pick(counts)];
        return exact('ZINTERCARD', this.#keyCount(keys), ...keys, ...limit);
      }
      case 25: {
        const count = this.#oneIn(4) ? [] : [this.#pick(counts), ...this.#some('WITHSCORES')];
        return { args: ['ZRANDMEMBER', this.#key(), ...count], comparison: sizeOf };
      }
      case 26: {
        const cursor = this.#oneIn(10) ? this.#pick(['', 'abc']) : '0';
        // A whole walk in one call, because the order of a table differs from server to server.
        const options = ['COUNT', this.#oneIn(10) ? this.#pick(['0', 'abc']) : '100000'];
        if (this.#oneIn(2)) options.push('MATCH', this.#pick(patterns));
        return { args: ['ZSCAN', this.#key(), cursor, ...options], comparison: 'unordered' };
      }
      case 27: {
        const name = this.#pick(Object.keys(limitsOf));
        return exact('CONFIG', 'SET', name, this.#pick(limitsOf[name]));
      }
      case 28: {
        const key = this.#pick(mixedKeys);
        if (this.#oneIn(4)) return exact('DEL', key);
        return exact(this.#pick(['COPY', 'RENAME', 'RENAMENX']), key, this.#pick(mixedKeys));
      }
      default:
        if (this.#oneIn(8)) return exact('SET', 'other', 'a string');
        if (this.#oneIn(8)) return { args: ['HELLO', this.#pick(['2', '3'])], comparison: 'kind' };
        return exact('SADD', this.#pick(['s1', 's2']), ...this.#repeat(5, () => this.#member()));
    }
  }

  #addOptions(): string[] {
    if (this.#oneIn(2)) return [];
    return this.#repeat(3, () => this.#pick(['NX', 'xx', 'GT', 'lt', 'CH', 'ch', 'INCR', 'GT', 'CH']));
  }

  #pairs(): Args {
    return this.#repeat(this.#oneIn(10) ? 20 : 3, () => [this.#number(), this.#member()]).flat();
  }

  #range(extra: readonly string[]): string[] {
    const kind = this.#random.below(3);
    const ends = [0, 1].map(() =>
      kind === 0 ? this.#rank() : kind === 1 ? this.#bound() : this.#lexBound(),
    );
    const words = [...(kind === 1 ? ['BYSCORE'] : kind === 2 ? ['bylex'] : [])];
    words.push(...this.#some('REV'), ...(this.#oneIn(kind === 2 ? 10 : 2) ? extra : []));
    if (this.#oneIn(30)) words.push(this.#pick(['BYLEX', 'BYSCORE', 'LIMIT', 'junk']));
    const key = kind === 2 || words.includes('BYLEX') ? this.#pick(lexKeys) : this.#key();
    return [key, ...ends, ...words, ...(this.#oneIn(kind === 0 ? 20 : 2) ? this.#limit() : [])];
  }

  #limit(): string[] {
    if (this.#oneIn(2)) return [];
    return [
      'LIMIT',
      this.#pick(['0', '1', '3', '-1', 'x', '100']),
      this.#pick(['0', '1', '3', '-1', '-2', '1000']),
    ];
  }

  #weights(sets: number): string[] {
    const words: string[] = [];
    if (this.#oneIn(3)) {
      const given = this.#oneIn(20) ? sets - 1 : sets;
      words.push('WEIGHTS', ...Array.from({ length: given }, () => this.#number()));
    }
    if (this.#oneIn(3)) words.push('AGGREGATE', this.#pick(['SUM', 'min', 'MAX', 'MIN', 'max', 'AVG']));
    return words;
  }

  #keyCount(keys: readonly string[]): string {
    return this.#oneIn(20) ? this.#pick(['0', '-1', 'x', '1', '9', '']) : String(keys.length);
  }

  #sources(): string[] {
    return this.#repeat(4, () => this.#pick(this.#oneIn(25) ? ['other', 'missing'] : ZSET_KEYS.slice(0, 8)));
  }

  #key(): string {
    return this.#pick(this.#oneIn(30) ? mixedKeys : zsetKeys);
  }

  #member(): string | Uint8Array {
    switch (this.#random.below(10)) {
      case 0:
        return Buffer.from(this.#pick(members), 'latin1');
      case 1:
        return String.fromCharCode(97 + this.#random.below(3)).repeat(this.#pick(lengths));
      case 2:
        return String(this.#random.below(12));
      default:
        return `m${this.#random.below(18)}`;
    }
  }

  #number(): string {
    if (this.#oneIn(30)) return this.#pick(notNumbers);
    if (this.#oneIn(4)) return this.#pick(numbers);
    return this.#oneIn(3)
      ? String((this.#random.below(4000) - 2000) / 7)
      : String(this.#random.below(12) - 4);
  }

  #bound(): string {
    return this.#oneIn(4) ? `(${this.#number()}` : this.#number();
  }

  #lexBound(): string {
    return this.#pick(lexBounds);
  }

  #rank(): string {
    return this.#oneIn(30) ? this.#pick(notIntegers) : this.#pick(ranks);
  }

  #some(word: string): string[] {
    return this.#oneIn(2) ? [word] : [];
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

/** The kind of a random answer and, in an array, the number of elements; an error as a whole. */
export function sizeOf(reply: Uint8Array): string {
  const [line] = latin1(reply).split('\r\n');
  return '*~-'.includes(line[0]) ? line : line[0];
}
