/**
 * A table of Lua 5.1: an array part and a hash part, in the layout of ltable.c. The layout decides the order of
 * `pairs` and what `#` finds in a table with holes, and scripts see both.
 *
 *   array   slots 1..n, n a power of two such that more than half of them are in use
 *   nodes   2^k of them; a key lies at its main position, or in a free node linked from there;
 *           free nodes are taken from the end downwards
 *
 * When no node is free the whole table is counted and laid out anew. A removed key stays in its node, with nil
 * for its value, until then.
 */
import { NODE_BYTES, SLOT_BYTES, TABLE_BYTES, weigh } from './memory.ts';
import { charge, pause } from './pause.ts';
import type { LuaString, TValue } from './values.ts';

interface Node {
  readonly index: number;
  /** Tag of the key; 0 (nil) for a node that was never used. */
  keyType: number;
  key: unknown;
  /** A string's bytes as characters, so that equal strings compare fast. */
  text: string | null;
  value: TValue;
  next: Node | null;
}

/** The functions of the machine that the table needs. */
export interface TableWorld {
  readonly newValue: (type: number, value: unknown) => TValue;
  readonly nil: TValue;
  readonly textOf: (string: LuaString) => string;
}

let world: TableWorld;
export function connectTables(to: TableWorld): void {
  world = to;
}

const NIL = 0;
const BOOLEAN = 1;
const NUMBER = 3;
const STRING = 4;
const LONG_STRING = 20;
const MAX_BITS = 26;

/** The cost of a new key, and of each key when the table is laid out anew, in instructions. */
const NEW_KEY_INSTRUCTIONS = 4;
const REHASHED_KEY_INSTRUCTIONS = 6;

/** From this many empty places on, the search for the next key is charged. */
const LONG_SEARCH = 64;

const scratch = new DataView(new ArrayBuffer(8));

/** Every byte counts, unlike in plain 5.1. */
export function hashOfString(string: LuaString): number {
  let hash = string.hash32;
  if (hash === undefined) {
    const bytes = string.realstring;
    hash = bytes.length;
    if (hash >= 1024) charge(hash >> 4);
    for (let i = bytes.length; i > 0; i--) {
      hash = (hash ^ ((hash << 5) + (hash >>> 2) + bytes[i - 1])) >>> 0;
    }
    string.hash32 = hash;
  }
  return hash;
}

/** Stands for an address. The compiler's own keys have none: plain numbers stand for themselves. */
function idOf(key: unknown): number {
  if (typeof key === 'number') return Math.abs(key | 0);
  return (key as { id?: number }).id ?? 0;
}

export class LuaTable {
  readonly id: number;
  /** The count of values in use that has seen it last. */
  seenBy = 0;
  metatable: LuaTable | null = null;
  /** Metamethods known to be absent, a bit each. */
  flags = ~0;
  readonly = false;
  array: TValue[] = [];
  nodes: Node[] = [];
  /** Free nodes lie below. */
  #lastFree = 0;

  constructor(id: number, arraySize = 0, nodeCount = 0) {
    this.id = id;
    weigh(TABLE_BYTES + arraySize * SLOT_BYTES + nodeCount * NODE_BYTES);
    if (arraySize > 0) this.#setArray(arraySize);
    if (nodeCount > 0) this.#setNodes(nodeCount);
  }

  #setArray(size: number): void {
    for (let i = this.array.length; i < size; i++) this.array.push(world.newValue(NIL, null));
  }

  #setNodes(count: number): void {
    let size = 1;
    while (size < count) size *= 2;
    const nodes = new Array<Node>(size);
    for (let i = 0; i < size; i++) {
      nodes[i] = {
        index: i,
        keyType: NIL,
        key: null,
        text: null,
        value: world.newValue(NIL, null),
        next: null,
      };
    }
    this.nodes = nodes;
    this.#lastFree = size;
  }

  #mainPosition(type: number, key: unknown): Node {
    const { nodes } = this;
    const size = nodes.length;
    switch (type) {
      case NUMBER: {
        const value = key as number;
        if (value === 0) return nodes[0];
        scratch.setFloat64(0, value);
        const sum = (scratch.getUint32(0) + scratch.getUint32(4)) >>> 0;
        return nodes[sum % ((size - 1) | 1)];
      }
      case STRING:
      case LONG_STRING:
        return nodes[hashOfString(key as LuaString) & (size - 1)];
      case BOOLEAN:
        return nodes[(key ? 1 : 0) & (size - 1)];
      default:
        return nodes[idOf(key) % ((size - 1) | 1)];
    }
  }

  /** The slot of a key, or null. */
  find(type: number, key: unknown): TValue | null {
    switch (type) {
      case NIL:
        return null;
      case NUMBER:
        return this.findNumber(key as number);
      case STRING:
      case LONG_STRING:
        return this.findString(key as LuaString);
    }
    if (this.nodes.length === 0) return null;
    let node: Node | null = this.#mainPosition(type, key);
    do {
      if (node.key === key && node.keyType === type) return node.value;
      node = node.next;
    } while (node !== null);
    return null;
  }

  findNumber(key: number): TValue | null {
    if (key >= 1 && key <= this.array.length && Number.isInteger(key)) return this.array[key - 1];
    if (this.nodes.length === 0 || Number.isNaN(key)) return null;
    let node: Node | null = this.#mainPosition(NUMBER, key);
    do {
      if (node.key === key && node.keyType === NUMBER) return node.value;
      node = node.next;
    } while (node !== null);
    return null;
  }

  findString(key: LuaString): TValue | null {
    const { nodes } = this;
    if (nodes.length === 0) return null;
    let node: Node | null = nodes[hashOfString(key) & (nodes.length - 1)];
    let text: string | null = null;
    do {
      if (node.text !== null) {
        if (node.key === key) return node.value;
        if (text === null) text = world.textOf(key);
        if (node.text === text) return node.value;
      }
      node = node.next;
    } while (node !== null);
    return null;
  }

  /** Stores under a key that is neither nil nor NaN, whether or not the table is read-only. */
  store(type: number, key: unknown, value: TValue): void {
    this.flags = 0;
    const slot = this.find(type, key);
    if (slot !== null) slot.setfrom(value);
    else if (value.type !== NIL) this.#add(type, key).setfrom(value);
    else this.#add(type, key);
  }

  storeNumber(key: number, value: TValue): void {
    this.store(NUMBER, key, value);
  }

  /** A slot for a key that is not there. Mirrors newkey. */
  #add(type: number, key: unknown): TValue {
    pause.budget -= NEW_KEY_INSTRUCTIONS;
    if (this.nodes.length === 0) {
      this.#rehash(type, key);
      return this.#slotFor(type, key);
    }
    let place = this.#mainPosition(type, key);
    if (place.value.type !== NIL) {
      const free = this.#freeNode();
      if (free === null) {
        this.#rehash(type, key);
        return this.#slotFor(type, key);
      }
      let other = this.#mainPosition(place.keyType, place.key);
      if (other !== place) {
        // The key here is not at its main position and moves to the free node.
        while (other.next !== place) other = other.next as Node;
        other.next = free;
        free.keyType = place.keyType;
        free.key = place.key;
        free.text = place.text;
        free.value = place.value;
        free.next = place.next;
        place.next = null;
        place.value = world.newValue(NIL, null);
      } else {
        free.next = place.next;
        place.next = free;
        place = free;
      }
    }
    place.keyType = type;
    place.key = key;
    place.text = type === STRING || type === LONG_STRING ? world.textOf(key as LuaString) : null;
    return place.value;
  }

  #slotFor(type: number, key: unknown): TValue {
    return this.find(type, key) ?? this.#add(type, key);
  }

  #freeNode(): Node | null {
    while (this.#lastFree-- > 0) {
      const node = this.nodes[this.#lastFree];
      if (node.keyType === NIL) return node;
    }
    return null;
  }

  /** Counts integer keys by powers of two and finds the array size that is more than half full. */
  #rehash(extraType: number, extraKey: unknown): void {
    const counts = new Array<number>(MAX_BITS + 1).fill(0);
    let integers = this.#countArray(counts);
    let total = integers;
    for (const node of this.nodes) {
      if (node.value.type === NIL) continue;
      integers += countInteger(node.keyType, node.key, counts);
      total++;
    }
    integers += countInteger(extraType, extraKey, counts);
    total++;
    charge(total * REHASHED_KEY_INSTRUCTIONS);
    const [size, inArray] = arraySizeFor(counts, integers);
    this.#resize(size, total - inArray);
  }

  #countArray(counts: number[]): number {
    let used = 0;
    let index = 1;
    for (let bits = 0, limit = 1; bits <= MAX_BITS; bits++, limit *= 2) {
      let end = limit;
      if (end > this.array.length) {
        end = this.array.length;
        if (index > end) break;
      }
      let count = 0;
      for (; index <= end; index++) if (this.array[index - 1].type !== NIL) count++;
      counts[bits] += count;
      used += count;
    }
    return used;
  }

  #resize(arraySize: number, nodeCount: number): void {
    const oldNodes = this.nodes;
    const oldArray = this.array;
    // Before anything changes: a table that cannot grow stays as it was.
    weigh(Math.max(0, arraySize - oldArray.length) * SLOT_BYTES + nodeCount * NODE_BYTES);
    if (arraySize > oldArray.length) this.#setArray(arraySize);
    if (nodeCount === 0) {
      this.nodes = [];
      this.#lastFree = 0;
    } else {
      this.#setNodes(nodeCount);
    }
    if (arraySize < oldArray.length) {
      this.array = oldArray.slice(0, arraySize);
      for (let i = arraySize; i < oldArray.length; i++) {
        if (oldArray[i].type !== NIL) this.#reinsert(NUMBER, i + 1, oldArray[i]);
      }
    }
    for (let i = oldNodes.length - 1; i >= 0; i--) {
      const node = oldNodes[i];
      if (node.value.type !== NIL) this.#reinsert(node.keyType, node.key, node.value);
    }
  }

  #reinsert(type: number, key: unknown, value: TValue): void {
    this.#slotFor(type, key).setfrom(value);
  }

  /** Makes room for a list of that many, as a constructor does before it fills it. */
  growArray(size: number): void {
    if (size > this.array.length) this.#resize(size, this.nodes.length === 0 ? 0 : this.nodes.length);
  }

  /** A boundary: n such that t[n] is there and t[n + 1] is not. */
  length(): number {
    const { array } = this;
    let high = array.length;
    if (high > 0 && array[high - 1].type === NIL) {
      let low = 0;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (array[middle - 1].type === NIL) high = middle;
        else low = middle;
      }
      return low;
    }
    return this.nodes.length === 0 ? high : this.#unboundSearch(high);
  }

  #has(index: number): boolean {
    const slot = this.findNumber(index);
    return slot !== null && slot.type !== NIL;
  }

  #unboundSearch(from: number): number {
    let low = from;
    let high = from + 1;
    while (this.#has(high)) {
      low = high;
      high *= 2;
      if (high > 0x7fffffff) {
        let index = 1;
        while (this.#has(index)) index++;
        charge(index);
        return index - 1;
      }
    }
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.#has(middle)) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Position after a key in the order of `next`: array first, then nodes. -1 if the key is unknown. */
  #positionAfter(type: number, key: unknown): number {
    if (type === NIL) return 0;
    if (type === NUMBER) {
      const index = key as number;
      if (index >= 1 && index <= this.array.length && Number.isInteger(index)) return index;
    }
    if (this.nodes.length === 0) return -1;
    const text = type === STRING || type === LONG_STRING ? world.textOf(key as LuaString) : null;
    let node: Node | null = this.#mainPosition(type, key);
    do {
      if (text !== null ? node.text === text : node.keyType === type && node.key === key) {
        return this.array.length + node.index + 1;
      }
      node = node.next;
    } while (node !== null);
    return -1;
  }

  /** Walks on from a key: writes the next key and value into the slots. Null when the key is unknown. */
  next(type: number, key: unknown, intoKey: TValue, intoValue: TValue): boolean | null {
    let position = this.#positionAfter(type, key);
    if (position === -1) return null;
    const { array, nodes } = this;
    const from = position;
    for (; position < array.length; position++) {
      const slot = array[position];
      if (slot.type === NIL) continue;
      intoKey.type = NUMBER;
      intoKey.value = position + 1;
      intoValue.setfrom(slot);
      if (position - from >= LONG_SEARCH) charge((position - from) >> 3);
      return true;
    }
    for (let i = position - array.length; i < nodes.length; i++) {
      const node = nodes[i];
      if (node.value.type === NIL) continue;
      intoKey.type = node.keyType;
      intoKey.value = node.key;
      intoValue.setfrom(node.value);
      if (array.length + i - from >= LONG_SEARCH) charge((array.length + i - from) >> 3);
      return true;
    }
    if (array.length + nodes.length - from >= LONG_SEARCH) charge((array.length + nodes.length - from) >> 3);
    return false;
  }

  /** Bytes as the server's Lua would take for it. */
  get sizeBytes(): number {
    return 64 + 16 * this.array.length + 40 * this.nodes.length;
  }
}

function countInteger(type: number, key: unknown, counts: number[]): number {
  if (type !== NUMBER) return 0;
  const index = key as number;
  if (!(index >= 1 && index <= 2 ** MAX_BITS && Number.isInteger(index))) return 0;
  counts[index === 1 ? 0 : 32 - Math.clz32(index - 1)]++;
  return 1;
}

function arraySizeFor(counts: readonly number[], integers: number): [size: number, inArray: number] {
  let seen = 0;
  let inArray = 0;
  let size = 0;
  for (let bits = 0, power = 1; bits <= MAX_BITS && power / 2 < integers; bits++, power *= 2) {
    if (counts[bits] > 0) {
      seen += counts[bits];
      if (seen > power / 2) {
        size = power;
        inArray = seen;
      }
    }
    if (seen === integers) break;
  }
  return [size, inArray];
}
