/**
 * The engine's own heap: addresses and sizes, and real bytes for keys and short values.
 *
 * Every allocation the C server would make is made here too, so that a pointer can be shown to the learner,
 * an entry can be followed from picture to picture by its address, and MEMORY USAGE counts what
 * malloc_usable_size would. Mirrors jemalloc as the server is built with it:
 *
 *     size classes   8 16 32 48 64 | 80 96 112 128 | 160 192 224 256 | 320 … four per doubling
 *     small          up to 14336 bytes: slots of one class lie side by side in a slab of whole pages, the
 *                    fewest pages that leave no rest (48-byte slots: 3 pages, 256 slots)
 *     large          16384 bytes and more: a run of pages each
 *
 * A freed slot is the first to be used again, as with jemalloc's thread cache. Inside, a position is counted
 * in units of 8 bytes from the base ("place"): a small integer, which JavaScript keeps unboxed where an
 * address of 47 bits would be an object of its own. Structures that exist by the million hold the place.
 *
 * There are two arenas, as jemalloc has several. The first, from HEAP_BASE on, has bytes behind its
 * addresses: one array, in which the keys of all dicts and the embedded strings lie. An array for each would
 * take some 220 bytes of JavaScript's memory and three pointers to follow in every lookup. The second arena is addresses only.
 *
 * Worked example: the sds of the key "k" takes 3 bytes and gets a slot of 8; its dictEntry takes 24 and gets
 * one of 32. Both are the first of their arena, at 0x7f0000000000 and 0x7f0080000000.
 */

import type { PageCopies, PageRange } from './page-copies.ts';

/** Where the heap begins: an address as a 64-bit Linux process would print it. */
export const HEAP_BASE = 0x7f00_0000_0000;

const UNIT_BYTES = 8;
const PAGE_BYTES = 4096;
const LARGEST_SMALL_BYTES = 14336;
/** Classes of five fixed sizes come before the groups of four. */
const FIXED_CLASSES = 5;
/** The logarithm of the last fixed class, 64. */
const FIRST_GROUP = 6;
/** Sizes up to this are found in a table. */
const TABLE_BYTES = 4096;
/** The arena with bytes has 2 GB of addresses; the other begins after it. */
const PLAIN_ARENA_PLACE = 0x8000_0000 / UNIT_BYTES;
const FIRST_STORE_BYTES = 16 * 1024;
/** Before anything is stored: many servers are made that never hold a key. */
const NO_STORE = new Uint8Array(0);
/** Up to this a loop copies faster than a call into the runtime. */
const SHORT_COPY_BYTES = 48;

/** The number of a size class; classes are numbered from 0 by size. */
function classOf(sizeBytes: number): number {
  if (sizeBytes <= TABLE_BYTES) return CLASS_TABLE[(sizeBytes + 7) >> 3];
  return computedClass(sizeBytes);
}

function computedClass(sizeBytes: number): number {
  if (sizeBytes <= 8) return 0;
  if (sizeBytes <= 64) return Math.ceil(sizeBytes / 16);
  const group = floorLog2(sizeBytes - 1);
  const spacing = 2 ** (group - 2);
  return FIXED_CLASSES + (group - FIRST_GROUP) * 4 + Math.ceil(sizeBytes / spacing) - 5;
}

function floorLog2(value: number): number {
  return value < 0x8000_0000 ? 31 - Math.clz32(value) : 31 + (31 - Math.clz32(value / 0x8000_0000));
}

function slotBytesOf(sizeClass: number): number {
  if (sizeClass === 0) return 8;
  if (sizeClass < FIXED_CLASSES) return sizeClass * 16;
  const group = FIRST_GROUP + ((sizeClass - FIXED_CLASSES) >> 2);
  return 2 ** (group - 2) * (5 + ((sizeClass - FIXED_CLASSES) & 3));
}

const CLASS_TABLE = Uint8Array.from({ length: TABLE_BYTES / 8 + 1 }, (_, unit) => computedClass(unit * 8));

/** How many bytes an allocation of this size really gets: malloc_usable_size. */
export function sizeClass(sizeBytes: number): number {
  return slotBytesOf(classOf(sizeBytes));
}

export function addressOf(place: number): number {
  return HEAP_BASE + place * UNIT_BYTES;
}

export function placeOf(address: number): number {
  return (address - HEAP_BASE) / UNIT_BYTES;
}

/** What one size class holds at the moment. */
export interface HeapClass {
  readonly slotBytes: number;
  readonly slotsPerSlab: number;
  readonly slabs: number;
  readonly liveSlots: number;
  /** Freed, and waiting to be used again. */
  readonly freedSlots: number;
}

/** Live slots of each slab of a class, in the order in which the slabs were opened. */
export type SlabFills = readonly number[];

/** As many as fill whole pages: the page's size over what both have in common, which is the slot's lowest set bit. */
function slotsInSlab(slotBytes: number): number {
  return PAGE_BYTES / Math.min(PAGE_BYTES, slotBytes & -slotBytes);
}

class Bin implements HeapClass {
  readonly slotBytes: number;
  readonly slotsPerSlab: number;
  /** Where its slabs begin, upwards. */
  readonly slabPlaces: number[] = [];
  liveSlots = 0;
  /** Places that were freed, the latest last. */
  readonly free: number[] = [];
  /** The next untouched slot of the newest slab, and how many follow it. */
  nextPlace = 0;
  untouchedSlots = 0;

  get slabs(): number {
    return this.slabPlaces.length;
  }

  get freedSlots(): number {
    return this.free.length;
  }

  constructor(slotBytes: number) {
    this.slotBytes = slotBytes;
    this.slotsPerSlab = slotBytes <= LARGEST_SMALL_BYTES ? slotsInSlab(slotBytes) : 1;
  }

  /** Counted from the places that are free: no allocation has to keep account of its slab. */
  fills(): number[] {
    const fills = this.slabPlaces.map(() => this.slotsPerSlab);
    if (fills.length > 0) fills[fills.length - 1] -= this.untouchedSlots;
    for (const place of this.free) fills[this.slabOf(place)]--;
    return fills;
  }

  /** The last slab that does not begin after the place. */
  private slabOf(place: number): number {
    let low = 0;
    let high = this.slabPlaces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.slabPlaces[middle] <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

class Arena {
  readonly bins: Bin[] = [];
  /** The first place no slab has taken yet. */
  frontier: number;

  constructor(firstPlace: number) {
    this.frontier = firstPlace;
  }

  bin(number: number): Bin {
    return number < this.bins.length ? this.bins[number] : this.openBin(number);
  }

  take(bin: Bin): number {
    bin.liveSlots++;
    const free = bin.free;
    if (free.length > 0) return free.pop()!;
    if (bin.untouchedSlots === 0) this.openSlab(bin);
    const place = bin.nextPlace;
    bin.nextPlace = place + bin.slotBytes / UNIT_BYTES;
    bin.untouchedSlots--;
    return place;
  }

  private openBin(number: number): Bin {
    for (let missing = this.bins.length; missing <= number; missing++) {
      this.bins.push(new Bin(slotBytesOf(missing)));
    }
    return this.bins[number];
  }

  private openSlab(bin: Bin): void {
    const slabBytes = Math.ceil((bin.slotsPerSlab * bin.slotBytes) / PAGE_BYTES) * PAGE_BYTES;
    bin.slabPlaces.push(this.frontier);
    bin.nextPlace = this.frontier;
    bin.untouchedSlots = bin.slotsPerSlab;
    this.frontier += slabBytes / UNIT_BYTES;
  }
}

/** Hears of every slot that is taken or freed. */
export interface HeapObserver {
  allocated(slotBytes: number): void;
  freed(slotBytes: number): void;
}

export class Heap {
  /** Null while nobody listens. */
  observer: HeapObserver | null = null;
  /** While a child shares the pages: counts those that a write copies. */
  copies: PageCopies | null = null;
  /** Bytes in live slots, rest of each slot included. */
  usedBytes = 0;
  /** The most `usedBytes` has been. */
  peakBytes = 0;

  private readonly plain = new Arena(PLAIN_ARENA_PLACE);
  private readonly backed = new Arena(0);
  /** The bytes behind the first arena. */
  private store: Uint8Array = NO_STORE;

  /** Bytes in slabs that were opened, live or not. */
  get slabBytes(): number {
    return (this.plain.frontier - PLAIN_ARENA_PLACE + this.backed.frontier) * UNIT_BYTES;
  }

  /** The address of a new allocation. */
  allocate(sizeBytes: number): number {
    return HEAP_BASE + this.take(sizeBytes) * UNIT_BYTES;
  }

  /** `sizeBytes` is the requested size, or any other size of the same class. */
  free(address: number, sizeBytes: number): void {
    this.give((address - HEAP_BASE) / UNIT_BYTES, sizeBytes);
  }

  /** Stays in place where the class stays the same; otherwise the new slot is taken before the old is freed. */
  reallocate(address: number, oldSizeBytes: number, newSizeBytes: number): number {
    if (classOf(oldSizeBytes) === classOf(newSizeBytes)) {
      this.wrote(placeOf(address), newSizeBytes);
      return address;
    }
    const moved = this.allocate(newSizeBytes);
    this.free(address, oldSizeBytes);
    return moved;
  }

  /** `allocate`, giving the place. */
  take(sizeBytes: number): number {
    const bin = this.plain.bin(classOf(sizeBytes));
    if (this.observer !== null) this.observer.allocated(bin.slotBytes);
    this.usedBytes += bin.slotBytes;
    if (this.usedBytes > this.peakBytes) this.peakBytes = this.usedBytes;
    const place = this.plain.take(bin);
    if (this.copies !== null) this.copies.wrote(place, sizeBytes);
    return place;
  }

  /** Bytes of a live slot were changed in place. */
  wrote(place: number, sizeBytes: number): void {
    if (this.copies !== null) this.copies.wrote(place, sizeBytes);
  }

  /** The pages of both arenas that are in slabs, by number. */
  pages(): readonly [backed: PageRange, plain: PageRange] {
    return [
      { from: 0, to: (this.backed.frontier * UNIT_BYTES) / PAGE_BYTES },
      {
        from: (PLAIN_ARENA_PLACE * UNIT_BYTES) / PAGE_BYTES,
        to: (this.plain.frontier * UNIT_BYTES) / PAGE_BYTES,
      },
    ];
  }

  /** `free`, given the place. */
  give(place: number, sizeBytes: number): void {
    const bins = place < PLAIN_ARENA_PLACE ? this.backed.bins : this.plain.bins;
    const bin = bins[classOf(sizeBytes)];
    if (this.observer !== null) this.observer.freed(bin.slotBytes);
    bin.liveSlots--;
    bin.free.push(place);
    this.usedBytes -= bin.slotBytes;
  }

  /** Takes a slot of `sizeBytes` that has bytes behind it, and copies `source` to its beginning. */
  takeWith(source: Uint8Array, sizeBytes: number): number {
    const bin = this.backed.bin(classOf(sizeBytes));
    if (this.observer !== null) this.observer.allocated(bin.slotBytes);
    this.usedBytes += bin.slotBytes;
    if (this.usedBytes > this.peakBytes) this.peakBytes = this.usedBytes;
    const place = this.backed.take(bin);
    if (this.copies !== null) this.copies.wrote(place, sizeBytes);
    const start = place * UNIT_BYTES;
    const length = source.length;
    if (start + length > this.store.length) this.growStore();
    const store = this.store;
    if (length > SHORT_COPY_BYTES) {
      store.set(source, start);
    } else {
      for (let index = 0; index < length; index++) store[start + index] = source[index];
    }
    return place;
  }

  /** Whether the slot begins with exactly these bytes. */
  holds(place: number, bytes: Uint8Array): boolean {
    const store = this.store;
    const start = place * UNIT_BYTES;
    for (let index = 0; index < bytes.length; index++) {
      if (store[start + index] !== bytes[index]) return false;
    }
    return true;
  }

  /** How the first `length` bytes of the slot sort against these: memcmp, then the shorter first. */
  compare(place: number, length: number, bytes: Uint8Array): number {
    const store = this.store;
    const start = place * UNIT_BYTES;
    const shared = length < bytes.length ? length : bytes.length;
    for (let index = 0; index < shared; index++) {
      const difference = store[start + index] - bytes[index];
      if (difference !== 0) return difference;
    }
    return length - bytes.length;
  }

  /** A copy of the first `length` bytes of the slot. */
  read(place: number, length: number): Uint8Array {
    return this.store.slice(place * UNIT_BYTES, place * UNIT_BYTES + length);
  }

  /** Copies the first `length` bytes of the slot to `target`, from `start` on. */
  copyTo(place: number, length: number, target: Uint8Array, start: number): void {
    const store = this.store;
    const from = place * UNIT_BYTES;
    if (length > SHORT_COPY_BYTES) {
      target.set(store.subarray(from, from + length), start);
    } else {
      for (let index = 0; index < length; index++) target[start + index] = store[from + index];
    }
  }

  /** The classes in use so far, by size, both arenas together. */
  classes(): HeapClass[] {
    const classes: HeapClass[] = [];
    const count = Math.max(this.plain.bins.length, this.backed.bins.length);
    for (let number = 0; number < count; number++) {
      const { slotBytes, slotsPerSlab, slabs, liveSlots, freedSlots } = this.plain.bin(number);
      const backed = this.backed.bin(number);
      if (slabs + backed.slabs === 0) continue;
      classes.push({
        slotBytes,
        slotsPerSlab,
        slabs: slabs + backed.slabs,
        liveSlots: liveSlots + backed.liveSlots,
        freedSlots: freedSlots + backed.freedSlots,
      });
    }
    return classes;
  }

  /** How full the slabs of a class are, both arenas together. */
  fills(slotBytes: number): SlabFills {
    const number = classOf(slotBytes);
    return [...this.backed.bin(number).fills(), ...this.plain.bin(number).fills()];
  }

  /** At least doubles, so that a million keys cost a few copies. */
  private growStore(): void {
    const neededBytes = this.backed.frontier * UNIT_BYTES;
    if (this.backed.frontier > PLAIN_ARENA_PLACE)
      throw new Error('out of memory: the keys take more than 2 GB');
    const grown = new Uint8Array(Math.max(neededBytes, this.store.length * 2, FIRST_STORE_BYTES));
    grown.set(this.store);
    this.store = grown;
  }
}
