/**
 * A node of a stream: up to a hundred entries in one listpack, stored as differences from the first.
 *
 * Mirrors the listpacks of t_stream.c. The node's key in the radix tree is the id of its first entry, the master id.
 * The listpack begins with the master entry, which is not an entry itself but what the others refer to:
 *
 *     count | deleted | num-fields | field 1 | … | field n | 0
 *
 * and then has, for each entry in the order of the ids:
 *
 *     flags | ms difference | seq difference | [num-fields | field | value | …  or  value | value | …] | lp-count
 *
 * An entry with the fields of the master entry has flag 2 and omits its fields. A deleted entry stays and gets flag 1;
 * deleting the last live entry removes the whole node. `lp-count` says how many elements precede it in the entry, so
 * that the node can be read from its end.
 *
 * Worked example: XADD k 1599203861727-0 a 1 gives the elements
 *
 *     1  0  1 "a"  0  |  2  0  0  1  4
 *     one entry, none deleted, one field "a"; same fields, no difference in ms and seq, value 1, four elements
 *
 * which are the bytes 1c000000 0a00 0101 0001 0101 816102 0001 | 0201 0001 0001 0101 0401 | ff.
 *
 * A position here is that of an entry's flags in the listpack.
 */
import { assert } from '../base/errors.ts';
import { type Int64, normalizeInt64 } from '../base/numbers.ts';
import type { Environment } from '../base/probe.ts';
import { Listpack } from './listpack.ts';
import { isValidListpack } from './listpack-validate.ts';
import { bytesAt, integerAt, NOWHERE, type PackedValue } from './packed-list.ts';
import type { StreamId } from './stream-id.ts';

const FLAG_DELETED = 1;
const FLAG_SAME_FIELDS = 2;
/** Flags, ms difference, seq difference: what every entry has before its fields and values. */
const FIXED_ELEMENTS = 3;

export class StreamNode {
  readonly masterId: StreamId;
  readonly listpack: Listpack;

  constructor(masterId: StreamId, listpack: Listpack) {
    this.masterId = masterId;
    this.listpack = listpack;
  }

  /** A node for a first entry with these fields; the caller then appends it. Allocates `capacityBytes`. */
  static create(
    env: Environment,
    masterId: StreamId,
    pairs: readonly Uint8Array[],
    capacityBytes: number,
  ): StreamNode {
    const listpack = Listpack.create(env, capacityBytes);
    listpack.append(0);
    listpack.append(0);
    listpack.append(pairs.length / 2);
    for (let index = 0; index < pairs.length; index += 2) listpack.append(pairs[index]);
    listpack.append(0);
    return new StreamNode(masterId, listpack);
  }

  /** Entries that are not deleted. */
  get count(): number {
    return this.integer(this.listpack.first());
  }

  get deletedCount(): number {
    return this.integer(this.listpack.seek(1));
  }

  /** `pairs` are field, value, field, value… The id must be greater than all in the node. */
  append(id: StreamId, pairs: readonly Uint8Array[]): void {
    const { listpack, masterId } = this;
    listpack.replace(listpack.first(), this.count + 1);
    const sameFields = this.hasMasterFields(pairs);
    listpack.append(sameFields ? FLAG_SAME_FIELDS : 0);
    listpack.append(normalizeInt64(BigInt.asIntN(64, id.ms - masterId.ms)));
    listpack.append(normalizeInt64(BigInt.asIntN(64, id.seq - masterId.seq)));
    const fields = pairs.length / 2;
    if (!sameFields) listpack.append(fields);
    for (let index = 0; index < pairs.length; index += 2) {
      if (!sameFields) listpack.append(pairs[index]);
      listpack.append(pairs[index + 1]);
    }
    listpack.append(FIXED_ELEMENTS + fields + (sameFields ? 0 : fields + 1));
  }

  /** NOWHERE in a node without entries, which no stream keeps. */
  firstEntry(): number {
    const { listpack } = this;
    let position = listpack.seek(2);
    for (let left = this.integer(position) + 2; left > 0 && position !== NOWHERE; left--) {
      position = listpack.next(position);
    }
    return position;
  }

  lastEntry(): number {
    return this.entryBefore(this.listpack.last());
  }

  nextEntry(position: number): number {
    const { listpack } = this;
    const flags = this.integer(position);
    let at = this.skip(position, FIXED_ELEMENTS);
    let left = this.masterFields();
    if ((flags & FLAG_SAME_FIELDS) === 0) left = 1 + this.integer(at) * 2;
    at = this.skip(at, left);
    return listpack.next(at);
  }

  previousEntry(position: number): number {
    return this.entryBefore(this.listpack.previous(position));
  }

  isDeleted(position: number): boolean {
    return (this.integer(position) & FLAG_DELETED) !== 0;
  }

  /** Whether the entry leaves out its fields, for they are those of the master entry. */
  hasSameFields(position: number): boolean {
    return (this.integer(position) & FLAG_SAME_FIELDS) !== 0;
  }

  idAt(position: number): StreamId {
    const { listpack, masterId } = this;
    const ms = listpack.next(position);
    return {
      ms: BigInt.asUintN(64, masterId.ms + this.wide(ms)),
      seq: BigInt.asUintN(64, masterId.seq + this.wide(listpack.next(ms))),
    };
  }

  /** Field, value, field, value… of an entry, as separate strings. */
  pairsAt(position: number): Uint8Array[] {
    const { listpack } = this;
    const pairs: Uint8Array[] = [];
    let at = this.skip(position, FIXED_ELEMENTS);
    if ((this.integer(position) & FLAG_SAME_FIELDS) !== 0) {
      let field = listpack.seek(2);
      for (let left = this.integer(field); left > 0; left--) {
        field = listpack.next(field);
        pairs.push(bytesAt(listpack, field), bytesAt(listpack, at));
        at = listpack.next(at);
      }
      return pairs;
    }
    for (let left = this.integer(at) * 2; left > 0; left--) {
      at = listpack.next(at);
      pairs.push(bytesAt(listpack, at));
    }
    return pairs;
  }

  /** Marks entries as deleted that are not yet; positions stay what they are. */
  markDeleted(positions: readonly number[]): void {
    const { listpack } = this;
    for (const position of positions) listpack.replace(position, this.integer(position) | FLAG_DELETED);
    // The counters may take another number of bytes, so they come last.
    listpack.replace(listpack.first(), this.count - positions.length);
    listpack.replace(listpack.seek(1), this.deletedCount + positions.length);
  }

  release(): void {
    this.listpack.release();
  }

  private masterFields(): number {
    return this.integer(this.listpack.seek(2));
  }

  private hasMasterFields(pairs: readonly Uint8Array[]): boolean {
    const { listpack } = this;
    let field = listpack.seek(2);
    if (this.integer(field) !== pairs.length / 2) return false;
    for (let index = 0; index < pairs.length; index += 2) {
      field = listpack.next(field);
      if (!listpack.equals(field, pairs[index])) return false;
    }
    return true;
  }

  /** The entry whose lp-count is here; NOWHERE where this is the zero at the end of the master entry. */
  private entryBefore(lpCount: number): number {
    let left = this.integer(lpCount);
    if (left === 0) return NOWHERE;
    let position = lpCount;
    for (; left > 0; left--) position = this.listpack.previous(position);
    return position;
  }

  private skip(position: number, elements: number): number {
    let at = position;
    for (let left = elements; left > 0; left--) at = this.listpack.next(at);
    return at;
  }

  private integer(position: number): number {
    return Number(this.int64(position));
  }

  private wide(position: number): bigint {
    return BigInt(this.int64(position));
  }

  private int64(position: number): Int64 {
    const value = integerAt(this.listpack, position);
    assert(value !== null, 'an element of a stream node that is no integer');
    return value;
  }
}

/** What foreign bytes say about a node: its counters, and of each entry whether it was deleted. */
export interface StreamNodeOutline {
  readonly count: number;
  readonly deletedCount: number;
  readonly entries: readonly { readonly isDeleted: boolean }[];
}

/** Whether foreign bytes are the listpack of a stream node: streamValidateListpackIntegrity, its deep check. */
export function isValidStreamNode(bytes: Uint8Array): boolean {
  return outlineOfStreamNode(bytes) !== null;
}

/** The outline of untrusted bytes; null if they are not a stream node. */
export function outlineOfStreamNode(bytes: Uint8Array): StreamNodeOutline | null {
  const values: PackedValue[] = [];
  const collect = (value: PackedValue) => {
    values.push(value);
    return true;
  };
  if (!isValidListpack(bytes, true, collect)) return null;
  let at = 0;
  const integer = (): Int64 | null => {
    const value = values[at++];
    return typeof value === 'number' || typeof value === 'bigint' ? value : null;
  };
  const natural = (): number | null => {
    const value = integer();
    return value === null || value < 0 ? null : Number(value);
  };
  const count = natural();
  const deletedCount = natural();
  const fields = natural();
  if (count === null || deletedCount === null || fields === null) return null;
  at += fields;
  if (integer() !== 0) return null;
  const entries: { isDeleted: boolean }[] = [];
  for (let left = count + deletedCount; left > 0; left--) {
    const start = at;
    const flags = integer();
    if (flags === null || integer() === null || integer() === null) return null;
    if ((Number(flags) & FLAG_SAME_FIELDS) !== 0) {
      at += fields;
    } else {
      const own = natural();
      if (own === null) return null;
      at += own * 2;
    }
    if (at >= values.length) return null;
    const elements = at - start;
    if (integer() !== elements) return null;
    entries.push({ isDeleted: (Number(flags) & FLAG_DELETED) !== 0 });
  }
  return at === values.length ? { count, deletedCount, entries } : null;
}
