/**
 * Random commands over bitmaps and HyperLogLogs, for comparing two servers. Both are strings: they meet each
 * other, strings that are neither, and a value of another type.
 */
import { RandomStream } from '../engine/base/random.ts';
import type { DifferentialCommand } from './differential.ts';

export const BIT_KEYS = ['a', 'b', 'c', 'h1', 'h2', 'h3', 'other'] as const;

const offsets = [
  '0',
  '7',
  '8',
  '63',
  '64',
  '100',
  '1000',
  '2047',
  '-1',
  '',
  'x',
  '1.5',
  '4294967296',
  '9223372036854775807',
  '9223372036854775808',
];
const places = ['0', '1', '2', '-1', '-2', '-3', '7', '8', '9', '-8', '-100', '100', '10000', 'x', ''];
const farPlaces = ['9223372036854775807', '-9223372036854775808', '9007199254740993'];
const widths = ['u1', 'u2', 'u8', 'u63', 'i1', 'i2', 'i8', 'i64', 'u16', 'i32', 'i63'];
const wrongWidths = ['u0', 'u64', 'i65', 'i0', 'u', 'i', '8', 'x8', 'U8', 'u08', 'u-1', '', 'u8\0x', 'i8 '];
const operands = [
  '0',
  '1',
  '-1',
  '127',
  '128',
  '-128',
  '-129',
  '255',
  '256',
  '9223372036854775807',
  '-9223372036854775808',
  '4611686018427387904',
  'x',
];
const sparseLimits = ['0', '17', '40', '100', '3000', '15000'];

export class BitsFuzz {
  readonly #random: RandomStream;

  constructor(seed: number) {
    this.#random = new RandomStream(seed, 31, 7);
  }

  next(): DifferentialCommand {
    const args = this.#command();
    if (this.#oneIn(60)) return { args: args.slice(0, -1), comparison: 'exact' };
    if (this.#oneIn(60)) return { args: [...args, this.#pick(places)], comparison: 'exact' };
    return { args, comparison: 'exact' };
  }

  #command(): (string | Uint8Array)[] {
    const random = this.#random;
    switch (random.below(24)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return [
          this.#pick(['SETBIT', 'setbit']),
          this.#bits(),
          this.#offset(),
          this.#pick(['0', '1', '1', '1', '2', 'x']),
        ];
      case 4:
      case 5:
        return ['GETBIT', this.#bits(), this.#offset()];
      case 6:
      case 7:
        return ['BITCOUNT', this.#bits(), ...this.#range(2)];
      case 8:
      case 9:
        return ['BITPOS', this.#bits(), this.#pick(['0', '1', '0', '1', '2', 'x']), ...this.#range(1)];
      case 10:
      case 11:
        return [
          'BITOP',
          this.#pick(['AND', 'or', 'Xor', 'NOT', 'NOT', 'x']),
          this.#bits(),
          ...Array.from({ length: this.#oneIn(3) ? 1 : 1 + random.below(4) }, () => this.#bits()),
        ];
      case 12:
      case 13:
      case 14:
      case 15:
        return ['BITFIELD', this.#bits(), ...this.#operations()];
      case 16:
        return ['BITFIELD_RO', this.#bits(), ...this.#operations()];
      case 17: {
        const value = this.#oneIn(3) ? this.#pick(['', '12345', '-7', 'ÿ']) : random.bytes(random.below(60));
        return this.#oneIn(3) ? ['APPEND', this.#bits(), value] : ['SET', this.#bits(), value];
      }
      case 18:
      case 19:
        return ['PFADD', this.#hll(), ...this.#elements()];
      case 20:
        return ['PFCOUNT', ...Array.from({ length: 1 + random.below(3) }, () => this.#hll())];
      case 21:
        return ['PFMERGE', ...Array.from({ length: 1 + random.below(4) }, () => this.#hll())];
      case 22: {
        if (this.#oneIn(3)) return ['CONFIG', 'SET', 'hll-sparse-max-bytes', this.#pick(sparseLimits)];
        const words = ['GETREG', 'DECODE', 'ENCODING', 'TODENSE', 'encoding', 'decode', 'x', ''];
        return ['PFDEBUG', this.#pick(words), this.#hll()];
      }
      default:
        if (this.#oneIn(6)) return ['SADD', 'other', 'member'];
        if (this.#oneIn(3))
          return ['SETRANGE', this.#hll(), String(random.below(40)), random.bytes(1 + random.below(3))];
        return ['DEL', this.#oneIn(2) ? this.#hll() : this.#bits()];
    }
  }

  #range(least: number): string[] {
    const random = this.#random;
    const place = () =>
      this.#oneIn(12)
        ? this.#pick(farPlaces)
        : this.#oneIn(3)
          ? this.#pick(places)
          : `${random.below(90) - 30}`;
    if (this.#oneIn(5)) return [];
    if (least === 1 && this.#oneIn(4)) return [place()];
    if (this.#oneIn(2)) return [place(), place()];
    return [place(), place(), this.#pick(['BIT', 'BIT', 'bit', 'BYTE', 'Byte', 'bits'])];
  }

  #operations(): string[] {
    const random = this.#random;
    const words: string[] = [];
    for (let left = random.below(4); left > 0; left--) {
      if (this.#oneIn(3))
        words.push('OVERFLOW', this.#pick(this.#oneIn(12) ? ['x', ''] : ['WRAP', 'sat', 'FAIL']));
      const width = this.#oneIn(12) ? this.#pick(wrongWidths) : this.#width();
      const offset = this.#oneIn(3)
        ? `#${this.#oneIn(12) ? this.#pick(offsets) : random.below(12)}`
        : this.#offset();
      switch (random.below(3)) {
        case 0:
          words.push('GET', width, offset);
          break;
        case 1:
          words.push('set', width, offset, this.#operand());
          break;
        default:
          words.push('INCRBY', width, offset, this.#operand());
      }
    }
    return words;
  }

  #width(): string {
    if (this.#oneIn(2)) return this.#pick(widths);
    return this.#oneIn(2) ? `u${1 + this.#random.below(63)}` : `i${1 + this.#random.below(64)}`;
  }

  #operand(): string {
    return this.#oneIn(3) ? this.#pick(operands) : `${this.#random.below(70000) - 35000}`;
  }

  #elements(): (string | Uint8Array)[] {
    const random = this.#random;
    const count = this.#oneIn(10) ? random.below(400) : random.below(6);
    return Array.from({ length: count }, () =>
      this.#oneIn(4) ? random.bytes(random.below(20)) : `e${random.below(3000)}`,
    );
  }

  #offset(): string {
    return this.#oneIn(6) ? this.#pick(offsets) : `${this.#random.below(500)}`;
  }

  #bits(): string {
    return this.#oneIn(20) ? this.#pick(BIT_KEYS) : this.#pick(['a', 'b', 'c']);
  }

  #hll(): string {
    return this.#oneIn(20) ? this.#pick(BIT_KEYS) : this.#pick(['h1', 'h2', 'h3']);
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#random.below(items.length)];
  }

  #oneIn(count: number): boolean {
    return this.#random.below(count) === 0;
  }
}
