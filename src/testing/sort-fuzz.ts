/**
 * Random SORT commands, for comparing two servers. Lists are sorted with all options, so that equal elements show the
 * order of an unstable sort; sets and sorted sets, whose tables differ, only where the result does not depend on their
 * order.
 */
import { RandomStream } from '../engine/base/random.ts';
import type { DifferentialCommand } from './differential.ts';

export const SORT_KEYS = ['l', 'm', 's', 'z', 'd'] as const;

export class SortFuzz {
  readonly #random: RandomStream;

  constructor(seed: number) {
    this.#random = new RandomStream(seed, 0x50, 0x47);
  }

  next(): DifferentialCommand {
    return { args: this.#command(), comparison: 'exact' };
  }

  #command(): string[] {
    switch (this.#random.below(12)) {
      case 0:
        return ['DEL', this.#pick(SORT_KEYS)];
      case 1:
        return ['RPUSH', 'l', ...this.#elements(this.#oneIn(3) ? 120 : 12)];
      case 2:
        return ['RPUSH', 'm', ...this.#elements(9)];
      case 3:
        return this.#oneIn(2)
          ? ['SADD', 's', ...this.#elements(20)]
          : ['ZADD', 'z', ...this.#elements(10).flatMap((element, index) => [`${index % 4}`, element])];
      case 4:
        return ['SET', `w_${this.#element()}`, this.#pick(['1', '2', '3', '2.5', '-1', 'x', ''])];
      case 5:
        return ['HSET', `h_${this.#element()}`, this.#pick(['f', 'g']), this.#pick(['1', '2', 'a', 'b'])];
      case 6:
        return [this.#pick(['SORT', 'SORT_RO']), this.#pick(['s', 'z']), ...this.#plainOptions()];
      case 7:
        return ['OBJECT', 'ENCODING', 'z'];
      default:
        return [this.#pick(['SORT', 'SORT', 'SORT_RO']), this.#pick(['l', 'l', 'm']), ...this.#options()];
    }
  }

  #plainOptions(): string[] {
    const options = this.#oneIn(2) ? ['ALPHA'] : [];
    if (this.#oneIn(2)) options.push('DESC');
    if (this.#oneIn(2)) options.push(...this.#limit());
    return options;
  }

  #options(): string[] {
    const options = this.#plainOptions();
    if (!this.#oneIn(3)) options.push('BY', this.#pick(['w_*', 'h_*->f', 'h_*->g', 'nosort', 'missing_*']));
    while (this.#oneIn(3)) options.push('GET', this.#pick(['#', 'w_*', 'h_*->f', 'nothing', 'h_*']));
    if (this.#oneIn(5)) options.push('STORE', this.#pick(['d', 'm']));
    return options;
  }

  #limit(): string[] {
    const number = (range: number) => `${this.#random.below(range) - 1}`;
    return ['LIMIT', number(this.#oneIn(2) ? 10 : 90), number(this.#oneIn(2) ? 8 : 60)];
  }

  #elements(most: number): string[] {
    return Array.from({ length: 1 + this.#random.below(most) }, () => this.#element());
  }

  /** Mostly numbers: one text spoils a numeric sort. */
  #element(): string {
    if (this.#oneIn(700)) return this.#pick(['abc', '1x', '']);
    return this.#oneIn(12) ? this.#pick(['1.0', '01', '+1', '-2.5', '1e1']) : `${this.#random.below(40)}`;
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#random.below(items.length)];
  }

  #oneIn(count: number): boolean {
    return this.#random.below(count) === 0;
  }
}
