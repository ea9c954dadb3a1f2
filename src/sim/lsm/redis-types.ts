/**
 * Values of Redis as keys of an ordered store, in the manner of Pika: a meta key for the whole value, with its size and a
 * version, and a key for each part.
 *
 *     hash   M key → h, version, size          D key version field → value
 *     list   M key → l, version, head, tail    D key version index → element          indexes grow to both ends
 *     any    V key → last version that was deleted
 *     zset   M key → z, version, size          D key version member → score
 *                                              S key version score member → nothing    in the order of scores
 *
 * DEL notes the version and deletes the meta key: parts of an old version are never asked for again, whatever their number. What they
 * take on the disk goes when somebody sweeps them out, here `sweep`; Pika does it while it compacts.
 *
 * The length of the key stands before it, so that no part of "ab" can look like one of "a".
 */
import type { LsmStore } from './store.ts';

interface Meta {
  readonly type: 'h' | 'l' | 'z';
  readonly version: number;
  /** Size; of a list: first index and one behind the last. */
  readonly numbers: readonly number[];
}

const MIDDLE = 2 ** 31;

export class WrongType extends Error {}

export class RedisTypes {
  readonly #store: LsmStore;

  constructor(store: LsmStore) {
    this.#store = store;
  }

  hset(key: string, field: string, value: string): boolean {
    const meta = this.#meta(key, 'h') ?? this.#begin(key, 'h', [0]);
    const part = partKey('D', key, meta.version, field);
    const isNew = this.#store.get(part) === null;
    this.#store.put(part, value);
    this.#putMeta(key, { ...meta, numbers: [meta.numbers[0] + (isNew ? 1 : 0)] });
    return isNew;
  }

  hget(key: string, field: string): string | null {
    const meta = this.#meta(key, 'h');
    return meta === null ? null : this.#store.get(partKey('D', key, meta.version, field));
  }

  hlen(key: string): number {
    return this.#meta(key, 'h')?.numbers[0] ?? 0;
  }

  hgetall(key: string): [string, string][] {
    const meta = this.#meta(key, 'h');
    return meta === null ? [] : this.#parts('D', key, meta.version);
  }

  /** The length afterwards. */
  push(key: string, element: string, end: 'left' | 'right'): number {
    const meta = this.#meta(key, 'l') ?? this.#begin(key, 'l', [MIDDLE, MIDDLE]);
    let [from, to] = meta.numbers;
    const index = end === 'left' ? --from : to++;
    this.#store.put(partKey('D', key, meta.version, big(index)), element);
    this.#putMeta(key, { ...meta, numbers: [from, to] });
    return to - from;
  }

  pop(key: string, end: 'left' | 'right'): string | null {
    const meta = this.#meta(key, 'l');
    if (meta === null) return null;
    let [from, to] = meta.numbers;
    const part = partKey('D', key, meta.version, big(end === 'left' ? from++ : --to));
    const element = this.#store.get(part);
    this.#store.delete(part);
    if (from === to) this.#store.delete(metaKey(key));
    else this.#putMeta(key, { ...meta, numbers: [from, to] });
    return element;
  }

  lrange(key: string): string[] {
    const meta = this.#meta(key, 'l');
    return meta === null ? [] : this.#parts('D', key, meta.version).map(([, element]) => element);
  }

  zadd(key: string, member: string, score: number): boolean {
    const meta = this.#meta(key, 'z') ?? this.#begin(key, 'z', [0]);
    const part = partKey('D', key, meta.version, member);
    const old = this.#store.get(part);
    if (old !== null) this.#store.delete(partKey('S', key, meta.version, old + member));
    this.#store.put(part, sortable(score));
    this.#store.put(partKey('S', key, meta.version, sortable(score) + member), '');
    this.#putMeta(key, { ...meta, numbers: [meta.numbers[0] + (old === null ? 1 : 0)] });
    return old === null;
  }

  zscore(key: string, member: string): number | null {
    const meta = this.#meta(key, 'z');
    const score = meta === null ? null : this.#store.get(partKey('D', key, meta.version, member));
    return score === null ? null : unsortable(score);
  }

  /** Members in the order of their scores, then of their bytes. */
  zrange(key: string): [string, number][] {
    const meta = this.#meta(key, 'z');
    if (meta === null) return [];
    return this.#parts('S', key, meta.version).map(([rest]) => [rest.slice(8), unsortable(rest.slice(0, 8))]);
  }

  /** Two writes, however large the value. */
  del(key: string): boolean {
    const meta = this.#meta(key, null);
    if (meta === null) return false;
    // The next value of this name must not see the parts of this one, whatever happens between the two writes.
    this.#store.put(versionKey(key), String(meta.version));
    this.#store.delete(metaKey(key));
    return true;
  }

  /** Deletes parts of versions that are gone; how many. */
  sweep(key: string): number {
    const version = this.#meta(key, null)?.version ?? null;
    let swept = 0;
    for (const kind of ['D', 'S'] as const) {
      const prefix = kind + named(key);
      for (const [part] of this.#store.scan(prefix, after(prefix))) {
        if (version !== null && part.startsWith(prefix + big(version))) continue;
        this.#store.delete(part);
        swept++;
      }
    }
    return swept;
  }

  #meta(key: string, type: Meta['type'] | null): Meta | null {
    const text = this.#store.get(metaKey(key));
    if (text === null) return null;
    const [kind, version, ...numbers] = text.split(' ');
    if (type !== null && kind !== type) {
      throw new WrongType('WRONGTYPE Operation against a key holding the wrong kind of value');
    }
    return { type: kind as Meta['type'], version: Number(version), numbers: numbers.map(Number) };
  }

  #begin(key: string, type: Meta['type'], numbers: readonly number[]): Meta {
    return { type, version: Number(this.#store.get(versionKey(key)) ?? 0) + 1, numbers };
  }

  #putMeta(key: string, { type, version, numbers }: Meta): void {
    this.#store.put(metaKey(key), [type, version, ...numbers].join(' '));
  }

  #parts(kind: 'D' | 'S', key: string, version: number): [string, string][] {
    const prefix = partKey(kind, key, version, '');
    return this.#store.scan(prefix, after(prefix)).map(([part, value]) => [part.slice(prefix.length), value]);
  }
}

export function metaKey(key: string): string {
  return `M${named(key)}`;
}

function versionKey(key: string): string {
  return `V${named(key)}`;
}

export function partKey(kind: 'D' | 'S', key: string, version: number, part: string): string {
  return `${kind}${named(key)}${big(version)}${part}`;
}

/** Its length, then itself. */
function named(key: string): string {
  return String.fromCharCode(key.length >> 8, key.length & 0xff) + key;
}

/** Four bytes, the most significant first, so that their order is that of the numbers. */
function big(number: number): string {
  return String.fromCharCode(number >>> 24, (number >>> 16) & 0xff, (number >>> 8) & 0xff, number & 0xff);
}

/** The first byte string behind all that begin with this one. */
function after(prefix: string): string {
  let end = prefix.length;
  while (prefix.charCodeAt(end - 1) === 0xff) end--;
  return prefix.slice(0, end - 1) + String.fromCharCode(prefix.charCodeAt(end - 1) + 1);
}

/** Eight bytes of a double whose order is that of the scores: the sign turned over, and all bits of negative ones. */
export function sortable(score: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, score === 0 ? 0 : score);
  const isNegative = (view.getUint8(0) & 0x80) !== 0;
  let text = '';
  for (let at = 0; at < 8; at++) {
    const byte = view.getUint8(at);
    text += String.fromCharCode(isNegative ? byte ^ 0xff : at === 0 ? byte ^ 0x80 : byte);
  }
  return text;
}

function unsortable(text: string): number {
  const view = new DataView(new ArrayBuffer(8));
  const isNegative = (text.charCodeAt(0) & 0x80) === 0;
  for (let at = 0; at < 8; at++) {
    const byte = text.charCodeAt(at);
    view.setUint8(at, isNegative ? byte ^ 0xff : at === 0 ? byte ^ 0x80 : byte);
  }
  return view.getFloat64(0);
}
