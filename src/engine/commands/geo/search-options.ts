/** The options of GEOSEARCH and the GEORADIUS family, parsed in the order of the server. */
import { latin1 } from '../../base/bytes.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import type { GeoShape } from '../../structures/geo-search.ts';
import type { GeoPosition } from '../../structures/geohash.ts';
import type { RedisObject } from '../../types/object.ts';
import { positionOf } from '../../types/zset-geo.ts';
import { integerOf, isWord } from '../arguments.ts';
import { doubleOf, geoPositionOf, metresPerUnitOf } from './value.ts';

/** Which command asks: around a place or a member, with or without STORE, or one of the two that search. */
export type SearchForm = 'place' | 'placeReadOnly' | 'member' | 'memberReadOnly' | 'search' | 'searchStore';

export interface Search {
  /** Null where there is no sorted set to look at. */
  readonly shape: GeoShape | null;
  readonly withDistance: boolean;
  readonly withHash: boolean;
  readonly withPosition: boolean;
  /** 0 when all are wanted. */
  readonly count: number;
  /** ANY was given: not only the nearest count. */
  readonly isAnyEnough: boolean;
  readonly order: 'ascending' | 'descending' | null;
  /** The destination key, and whether its scores are distances. */
  readonly target: Uint8Array | null;
  readonly storesDistance: boolean;
}

type Extent = { readonly metresPerUnit: number } & (
  | { readonly type: 'circle'; readonly radius: number }
  | { readonly type: 'box'; readonly width: number; readonly height: number }
);

/** `object` is the sorted set, or null. Without one, the member is not looked up. */
export function parseSearch(
  args: readonly Uint8Array[],
  form: SearchForm,
  object: RedisObject | null,
): Search {
  const parser = new SearchParser(args, form, object);
  parser.readFixed();
  while (!parser.isAtEnd) parser.readOption();
  return parser.finish();
}

class SearchParser {
  readonly #args: readonly Uint8Array[];
  readonly #form: SearchForm;
  readonly #object: RedisObject | null;
  #at = 0;
  #center: GeoPosition | null = null;
  #extent: Extent | null = null;
  /** How the center was given, and the extent. */
  #from: 'member' | 'place' | null = null;
  #withDistance = false;
  #withHash = false;
  #withPosition = false;
  #count = 0;
  #isAnyEnough = false;
  #order: Search['order'] = null;
  #target: Uint8Array | null = null;
  #storesDistance = false;

  constructor(args: readonly Uint8Array[], form: SearchForm, object: RedisObject | null) {
    this.#args = args;
    this.#form = form;
    this.#object = object;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#args.length;
  }

  /** The arguments before the options. */
  readFixed(): void {
    const args = this.#args;
    switch (this.#form) {
      case 'place':
      case 'placeReadOnly':
        this.#center = geoPositionOf(args[2], args[3]);
        this.#extent = circleOf(args[4], args[5]);
        this.#at = 6;
        break;
      case 'member':
      case 'memberReadOnly':
        // Without a sorted set the radius is not even parsed.
        if (this.#object !== null) {
          this.#center = this.#positionOf(args[2]);
          this.#extent = circleOf(args[3], args[4]);
        }
        this.#at = 5;
        break;
      case 'search':
        this.#at = 2;
        break;
      case 'searchStore':
        this.#target = args[1];
        this.#at = 3;
        break;
    }
  }

  readOption(): void {
    const word = this.#args[this.#at];
    if (isWord(word, 'withdist')) this.#withDistance = true;
    else if (isWord(word, 'withhash')) this.#withHash = true;
    else if (isWord(word, 'withcoord')) this.#withPosition = true;
    else if (isWord(word, 'any')) this.#isAnyEnough = true;
    else if (isWord(word, 'asc')) this.#order = 'ascending';
    else if (isWord(word, 'desc')) this.#order = 'descending';
    else if (isWord(word, 'count') && this.#hasLeft(1)) this.#readCount();
    else if (this.#isSearch) this.#readSearchOption(word);
    else this.#readStoreOption(word);
    this.#at++;
  }

  #readCount(): void {
    this.#count = Number(integerOf(this.#next()));
    if (this.#count <= 0) throw new ReplyError('ERR COUNT must be > 0');
  }

  #readStoreOption(word: Uint8Array): void {
    const isReadOnly = this.#form === 'placeReadOnly' || this.#form === 'memberReadOnly';
    const isDistance = isWord(word, 'storedist');
    if (isReadOnly || !this.#hasLeft(1) || !(isDistance || isWord(word, 'store'))) throw errors.syntax();
    this.#target = this.#next();
    this.#storesDistance = isDistance;
  }

  #readSearchOption(word: Uint8Array): void {
    if (isWord(word, 'storedist') && this.#form === 'searchStore') {
      this.#storesDistance = true;
    } else if (isWord(word, 'frommember') && this.#hasLeft(1) && this.#from !== 'place') {
      const member = this.#next();
      if (this.#object !== null) this.#center = this.#positionOf(member);
      this.#from = 'member';
    } else if (isWord(word, 'fromlonlat') && this.#hasLeft(2) && this.#from !== 'member') {
      this.#center = geoPositionOf(this.#next(), this.#next());
      this.#from = 'place';
    } else if (isWord(word, 'byradius') && this.#hasLeft(2) && this.#extent?.type !== 'box') {
      this.#extent = circleOf(this.#next(), this.#next());
    } else if (isWord(word, 'bybox') && this.#hasLeft(3) && this.#extent?.type !== 'circle') {
      this.#extent = boxOf(this.#next(), this.#next(), this.#next());
    } else {
      throw errors.syntax();
    }
  }

  finish(): Search {
    const hasExtras = this.#withDistance || this.#withHash || this.#withPosition;
    if (this.#target !== null && hasExtras) {
      const name = this.#form === 'searchStore' ? 'GEOSEARCHSTORE' : 'STORE option in GEORADIUS';
      throw new ReplyError(`ERR ${name} is not compatible with WITHDIST, WITHHASH and WITHCOORD options`);
    }
    // The name of the command stands in the next two as the client wrote it.
    const name = latin1(this.#args[0]);
    if (this.#isSearch && this.#from === null) {
      throw new ReplyError(`ERR exactly one of FROMMEMBER or FROMLONLAT can be specified for ${name}`);
    }
    if (this.#isSearch && this.#extent === null) {
      throw new ReplyError(`ERR exactly one of BYRADIUS and BYBOX can be specified for ${name}`);
    }
    if (this.#isAnyEnough && this.#count === 0) {
      throw new ReplyError('ERR the ANY argument requires COUNT argument');
    }
    return {
      shape: this.#center === null || this.#extent === null ? null : { ...this.#center, ...this.#extent },
      withDistance: this.#withDistance,
      withHash: this.#withHash,
      withPosition: this.#withPosition,
      count: this.#count,
      isAnyEnough: this.#isAnyEnough,
      order: this.#order,
      target: this.#target,
      storesDistance: this.#storesDistance,
    };
  }

  get #isSearch(): boolean {
    return this.#form === 'search' || this.#form === 'searchStore';
  }

  #hasLeft(count: number): boolean {
    return this.#at + count < this.#args.length;
  }

  #next(): Uint8Array {
    return this.#args[++this.#at];
  }

  #positionOf(member: Uint8Array): GeoPosition {
    const position = this.#object === null ? null : positionOf(this.#object, member);
    if (position === null) throw new ReplyError('ERR could not decode requested zset member');
    return position;
  }
}

function circleOf(radiusText: Uint8Array, unit: Uint8Array): Extent {
  const radius = doubleOf(radiusText, 'ERR need numeric radius');
  if (radius < 0) throw new ReplyError('ERR radius cannot be negative');
  return { type: 'circle', radius, metresPerUnit: metresPerUnitOf(unit) };
}

function boxOf(widthText: Uint8Array, heightText: Uint8Array, unit: Uint8Array): Extent {
  const width = doubleOf(widthText, 'ERR need numeric width');
  const height = doubleOf(heightText, 'ERR need numeric height');
  if (width < 0 || height < 0) throw new ReplyError('ERR height or width cannot be negative');
  return { type: 'box', width, height, metresPerUnit: metresPerUnitOf(unit) };
}
