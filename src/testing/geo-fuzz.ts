/**
 * Random geo commands, for comparing two servers: places in clusters, on the borders of the map and on top of
 * one another, so that distances are equal; shapes from nothing to more than the earth; scores that are no
 * geohash; now and then the wrong type, a wrong number or nonsense.
 */
import { latin1 } from '../engine/base/bytes.ts';
import { RandomStream } from '../engine/base/random.ts';
import type { Args, DifferentialCommand } from './differential.ts';

export const GEO_KEYS = ['g1', 'g2', 'g3', 'other'] as const;
/** Where distances are stored, with all their digits: the last one is the C library's on that machine. */
export const DISTANCES_KEY = 'distances';

const geoKeys = ['g1', 'g1', 'g1', 'g2', 'g3'];
const longitudes = [
  '0',
  '-0',
  '180',
  '-180',
  '179.999999',
  '-179.999999',
  '90',
  '-45',
  '0.000001',
  '13.361389',
];
const latitudes = [
  '0',
  '85.05112878',
  '-85.05112878',
  '85',
  '-85',
  '42.5',
  '66',
  '-66.1',
  '80.1',
  '38.115556',
];
const notCoordinates = ['abc', '', '200', '-180.0001', '85.06', '-90', 'inf', 'nan', '1e300', ' 1'];
const lengths = [
  '0',
  '0.5',
  '1',
  '10',
  '250',
  '1000',
  '5000',
  '9999',
  '20000',
  '40000',
  '1e7',
  '2e7',
  '-1',
  'x',
  '1e300',
];
const units = ['m', 'km', 'ft', 'mi', 'KM', 'Mi'];
const counts = ['1', '2', '3', '5', '8', '12', '20', '50', '1000', '0', '-1', 'x', '9223372036854775807'];
const scores = [
  '-1',
  '0',
  '0.5',
  '4503599627370495',
  '4503599627370496',
  '1e17',
  '-1e17',
  'inf',
  '-inf',
  '3.5e15',
];

export class GeoFuzz {
  readonly #random: RandomStream;

  constructor(seed: number) {
    this.#random = new RandomStream(seed, 29, 3);
  }

  next(): DifferentialCommand {
    const args = this.#command();
    if (args[0] === 'HELLO') return { args, comparison: 'kind' };
    if (!this.#oneIn(60)) return { args, comparison: 'exact' };
    const changed = this.#oneIn(2) ? args.slice(0, -1) : [...args, this.#pick(['ANY', 'junk', 'ASC'])];
    return { args: changed, comparison: 'exact' };
  }

  #command(): Args {
    switch (this.#random.below(20)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return ['GEOADD', this.#key(), ...this.#addOptions(), ...this.#places()];
      case 4:
        return ['GEODIST', this.#key(), this.#member(), this.#member(), ...this.#some(this.#unit())];
      case 5:
        return [this.#pick(['GEOPOS', 'GEOHASH']), this.#key(), ...this.#repeat(4, () => this.#member())];
      case 6:
      case 7:
        return [
          this.#pick(['GEORADIUS', 'georadius', 'GEORADIUS_RO']),
          this.#key(),
          ...this.#place(),
          this.#length(),
          this.#unit(),
          ...this.#options(),
          ...this.#store(),
        ];
      case 8:
      case 9:
        return [
          this.#pick(['GEORADIUSBYMEMBER', 'GEORADIUSBYMEMBER_RO']),
          this.#key(),
          this.#member(),
          this.#length(),
          this.#unit(),
          ...this.#options(),
          ...this.#store(),
        ];
      case 10:
        return ['ZADD', this.#key(), this.#pick(scores), this.#member()];
      case 11:
        return this.#oneIn(3)
          ? ['DEL', this.#key()]
          : ['ZREM', this.#key(), ...this.#repeat(6, () => this.#member())];
      case 12:
        if (this.#oneIn(3)) return ['HELLO', this.#pick(['2', '3'])];
        return ['CONFIG', 'SET', 'zset-max-listpack-entries', this.#pick(['0', '5', '20', '128'])];
      case 13:
        return this.#oneIn(4) ? ['SET', 'other', 'text'] : ['DEL', 'other'];
      case 14:
      case 15:
        return this.#oneIn(3)
          ? ['GEOSEARCHSTORE', DISTANCES_KEY, this.#key(), ...this.#shape(), ...this.#counted(), 'STOREDIST']
          : ['GEOSEARCHSTORE', this.#key(), this.#key(), ...this.#shape(), ...this.#counted()];
      default:
        return [this.#pick(['GEOSEARCH', 'geosearch']), this.#key(), ...this.#shape(), ...this.#options()];
    }
  }

  #addOptions(): string[] {
    return this.#oneIn(3) ? this.#repeat(2, () => this.#pick(['NX', 'xx', 'CH', 'ch'])) : [];
  }

  #places(): string[] {
    return this.#repeat(this.#oneIn(8) ? 40 : 4, () => [...this.#place(), this.#member()]).flat();
  }

  #place(): string[] {
    return [this.#coordinate(longitudes, 13, 180), this.#coordinate(latitudes, 38, 85)];
  }

  /** On a border, near the cluster, on a coarse grid where many coincide, or anywhere. */
  #coordinate(special: readonly string[], cluster: number, most: number): string {
    if (this.#oneIn(80)) return this.#pick(notCoordinates);
    switch (this.#random.below(6)) {
      case 0:
        return this.#pick(special);
      case 1:
        return String(Math.round((this.#random.float() * 2 - 1) * 4) * (most / 4));
      case 2:
        return ((this.#random.float() * 2 - 1) * most).toFixed(6);
      default:
        return (cluster + this.#random.below(9) / 4).toFixed(this.#oneIn(2) ? 2 : 0);
    }
  }

  #shape(): string[] {
    const from = this.#oneIn(3) ? ['FROMMEMBER', this.#member()] : ['FROMLONLAT', ...this.#place()];
    const by = this.#oneIn(2)
      ? ['BYRADIUS', this.#length(), this.#unit()]
      : ['bybox', this.#length(), this.#length(), this.#unit()];
    if (this.#oneIn(40)) return this.#oneIn(2) ? [...from, ...from, ...by] : [...from, 'WITHDIST'];
    if (this.#oneIn(40)) return [...by, ...by];
    return this.#oneIn(4) ? [...by, ...from] : [...from, ...by];
  }

  #options(): string[] {
    const withs = ['WITHCOORD', 'WITHDIST', 'withhash'].filter(() => this.#oneIn(3));
    return this.#oneIn(2) ? [...withs, ...this.#counted()] : [...this.#counted(), ...withs];
  }

  #counted(): string[] {
    const words: string[] = [];
    if (this.#oneIn(2)) words.push(this.#pick(['ASC', 'desc']));
    if (this.#oneIn(2)) words.push('COUNT', this.#pick(counts));
    if (this.#oneIn(words.includes('COUNT') ? 3 : 40)) words.push('ANY');
    return words;
  }

  #store(): string[] {
    if (this.#oneIn(4)) return ['STORE', this.#pick(GEO_KEYS)];
    return this.#oneIn(8) ? ['STOREDIST', DISTANCES_KEY] : [];
  }

  #length(): string {
    if (this.#oneIn(12)) return this.#pick(lengths);
    return this.#oneIn(2) ? this.#pick(lengths.slice(1, 12)) : String(this.#random.below(3000));
  }

  #unit(): string {
    return this.#oneIn(60) ? this.#pick(['nm', '', 'metres']) : this.#pick(this.#oneIn(2) ? ['km'] : units);
  }

  #member(): string {
    return this.#oneIn(40) ? this.#pick(['', '12', 'missing', 'x'.repeat(70)]) : `p${this.#random.below(60)}`;
  }

  #key(): string {
    return this.#oneIn(40) ? this.#pick(GEO_KEYS) : this.#pick(geoKeys);
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

/** Every fraction rounded to twelve digits. */
export function rounded(reply: Uint8Array): string {
  return latin1(reply).replace(/\$\d+\r\n|\d+\.\d+(e[-+]\d+)?/g, (text) =>
    text.startsWith('$') ? '' : Number(text).toPrecision(12),
  );
}
