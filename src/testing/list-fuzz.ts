/**
 * Random commands over lists, for comparing two servers: few keys and few short elements, so that commands
 * meet; the limits of nodes and the depth of compression change on the way; now and then the wrong type, a
 * wrong number or nonsense.
 */
import { RandomStream } from '../engine/base/random.ts';
import type { DifferentialCommand } from './differential.ts';

type Word = string | Uint8Array;

export const LIST_KEYS = ['l', 'm', 'n', 'o'];
const INTEGERS = [
  '0',
  '1',
  '-1',
  '12',
  '127',
  '128',
  '-4096',
  '32768',
  '-8388609',
  '2147483648',
  '07',
  '1e3',
];
const ODD_NUMBERS = ['abc', '', '1.5', '9223372036854775807', '-9223372036854775808', '9223372036854775808'];

export class ListFuzz {
  readonly #random: RandomStream;
  #longest = 40;

  constructor(seed: number) {
    this.#random = new RandomStream(seed, seed / 0x1_0000_0000, 0x115f);
  }

  next(): DifferentialCommand {
    const command = this.#command();
    // Now and then an argument is dropped, or one added.
    const spoilt = this.#oneIn(2) ? command.slice(0, -1) : [...command, this.#element()];
    return { args: this.#oneIn(80) ? spoilt : command, comparison: 'exact' };
  }

  #command(): Word[] {
    const key = this.#key();
    switch (this.#random.below(24)) {
      case 0:
      case 1:
      case 2:
        return ['RPUSH', key, ...this.#elements()];
      case 3:
      case 4:
        return ['LPUSH', key, ...this.#elements()];
      case 5:
        return [this.#pick(['LPUSHX', 'RPUSHX']), key, ...this.#elements()];
      case 6:
        return [this.#pick(['LPOP', 'RPOP']), key];
      case 7:
        return [this.#pick(['LPOP', 'RPOP']), key, this.#small()];
      case 8:
        return ['LINDEX', key, this.#index()];
      case 9:
      case 10:
        return ['LSET', key, this.#index(), this.#element()];
      case 11:
      case 12:
      case 13:
        return ['LINSERT', key, this.#pick(['BEFORE', 'after']), this.#element(), this.#element()];
      case 14:
        return ['LRANGE', key, this.#index(), this.#index()];
      case 15:
      case 16:
        return ['LREM', key, this.#pick(['0', '1', '-1', '2', '-2', '5']), this.#element()];
      case 17: {
        const stop = -1 - this.#random.below(3);
        return ['LTRIM', key, this.#oneIn(4) ? this.#index() : `${this.#random.below(3)}`, `${stop}`];
      }
      case 18:
        return ['LPOS', key, this.#element(), ...this.#positionOptions()];
      case 19:
        return ['LMOVE', key, this.#key(), this.#end(), this.#end()];
      case 20:
        return this.#oneIn(2) ? ['RPOPLPUSH', key, this.#key()] : ['COPY', key, this.#key(), 'REPLACE'];
      case 21: {
        const keys = Array.from({ length: 1 + this.#random.below(3) }, () => this.#key());
        const count = this.#oneIn(2) ? ['COUNT', this.#small()] : [];
        return ['LMPOP', `${keys.length}`, ...keys, this.#end(), ...count];
      }
      case 22:
        return this.#oneIn(6) ? this.#configuration() : ['LLEN', key];
      default:
        return this.#oneIn(8) ? ['DEL', key] : ['DUMP', key];
    }
  }

  #configuration(): Word[] {
    const fill = this.#pick(['-2', '-1', '1', '2', '3', '7', '128', '0', '-5']);
    this.#longest = this.#pick([8, 40, 200, 1500]);
    return [
      'CONFIG',
      'SET',
      'list-max-listpack-size',
      fill,
      'list-compress-depth',
      this.#pick(['0', '0', '1', '2']),
      'rdbcompression',
      this.#pick(['yes', 'no']),
    ];
  }

  #positionOptions(): string[] {
    const options: string[] = [];
    if (this.#oneIn(2)) options.push('RANK', this.#pick(['1', '2', '-1', '-2', '0', this.#small()]));
    if (this.#oneIn(2)) options.push('COUNT', this.#small());
    if (this.#oneIn(3)) options.push('MAXLEN', this.#small());
    return options;
  }

  #key(): string {
    return this.#oneIn(30) ? this.#pick(['string', 'missing']) : this.#pick(LIST_KEYS);
  }

  #end(): string {
    return this.#oneIn(40) ? 'UP' : this.#pick(['LEFT', 'RIGHT', 'left']);
  }

  #small(): string {
    return this.#oneIn(12) ? this.#pick(ODD_NUMBERS) : `${this.#random.below(6)}`;
  }

  #index(): string {
    return this.#oneIn(25) ? this.#pick(ODD_NUMBERS) : `${this.#random.below(40) - 20}`;
  }

  #elements(): Word[] {
    return Array.from({ length: 1 + this.#random.below(4) }, () => this.#element());
  }

  #element(): Word {
    switch (this.#random.below(6)) {
      case 0:
        return this.#pick(INTEGERS);
      case 1:
        return this.#random.bytes(this.#random.below(this.#longest));
      case 2:
        return this.#pick(['x', 'y', 'xy']).repeat(this.#random.below(this.#longest));
      default:
        // A few short ones, so that a search often finds one.
        return this.#pick(['a', 'b', 'c', 'dd', '7', '1000', 'eeee', '']);
    }
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#random.below(items.length)];
  }

  #oneIn(count: number): boolean {
    return this.#random.below(count) === 0;
  }
}
