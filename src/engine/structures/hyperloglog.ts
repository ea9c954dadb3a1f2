/**
 * HyperLogLog: counts distinct elements in 12 KB, with a standard error of 0.81%.
 *
 * Mirrors hyperloglog.c. An element is hashed to 64 bits. The low 14 bits choose one of 16384 registers; the rank, 1 to
 * 51, is the length of the run of zeros from the low end of the other 50, including the 1 that ends it. A register
 * keeps the highest rank it has seen. Long runs are rare, so high ranks suggest many elements, and adding an element
 * again changes nothing.
 *
 * It is an ordinary string value, with a header of 16 bytes:
 *
 *     [HYLL 4][encoding 1][not used 3][cardinality 8]
 *
 * Encoding 0 is dense, 6 bits per register (hyperloglog-dense.ts); 1 is sparse, runs of equal registers
 * (hyperloglog-sparse.ts). A sparse one becomes dense when it would grow beyond hll-sparse-max-bytes or must store a
 * rank above 32. The cardinality is the result of the last count, least significant byte first; the highest bit of its
 * last byte says that it is out of date.
 *
 * Worked example: a new one is 48594c4c 01 000000 0000000000000000 7fff, XZERO:16384 with a count of 0 that
 * holds. Adding "user1", whose rank in register 14593 is 1, gives … 0000000000000080 7900 80 46fd: XZERO:14593,
 * VAL:1,1, XZERO:1790, and the count is out of date.
 *
 * The object is only a way to work on an sds; the string may have moved afterwards (`sds`).
 */
import { HLL_HEADER_BYTES } from '../../protocol/hyperloglog-bytes.ts';
import { repr } from '../base/bytes.ts';
import { assert, ReplyError } from '../base/errors.ts';
import { type Int64, normalizeInt64 } from '../base/numbers.ts';
import type { Environment } from '../base/probe.ts';
import { DENSE_REGISTERS_BYTES, denseGet, denseSet, REGISTERS } from './hyperloglog-dense.ts';
import { estimate, HISTOGRAM_SIZE } from './hyperloglog-estimate.ts';
import { eachRun, runAt, runBytes, SPARSE_MAX_VALUE, sparseSet } from './hyperloglog-sparse.ts';
import { murmurHash64A } from './murmur-hash.ts';
import { Sds } from './sds.ts';

export const HLL_DENSE_BYTES = HLL_HEADER_BYTES + DENSE_REGISTERS_BYTES;

const MAGIC = [0x48, 0x59, 0x4c, 0x4c];
const ENCODING_OFFSET = 4;
const CARDINALITY_OFFSET = 8;
const DENSE = 0;
const SPARSE = 1;
/** In the last byte of the cardinality: out of date. */
const STALE_BIT = 0x80;
const HASH_SEED = 0xadc83b19;
const REGISTER_INDEX_BITS = 14;

export const hyperLogLogErrors = {
  notOne: () => new ReplyError('WRONGTYPE Key is not a valid HyperLogLog string value.'),
  corrupt: () => new ReplyError('INVALIDOBJ Corrupted HLL object detected'),
};

/** Whether a string is a HyperLogLog, judging by its header and, if it is dense, its length. */
export function isHyperLogLog(bytes: Uint8Array): boolean {
  if (bytes.length < HLL_HEADER_BYTES) return false;
  if (MAGIC.some((byte, index) => bytes[index] !== byte)) return false;
  const encoding = bytes[ENCODING_OFFSET];
  return encoding === SPARSE || (encoding === DENSE && bytes.length === HLL_DENSE_BYTES);
}

/** Which register an element belongs to, and its rank. */
export function hashElement(env: Environment, element: Uint8Array): { register: number; rank: number } {
  const { high, low } = murmurHash64A(element, HASH_SEED);
  const register = low & (REGISTERS - 1);
  const rest = low >>> REGISTER_INDEX_BITS;
  let rank = 64 - REGISTER_INDEX_BITS + 1;
  if (rest !== 0) rank = trailingZeros(rest) + 1;
  else if (high !== 0) rank = 32 - REGISTER_INDEX_BITS + trailingZeros(high) + 1;
  const probe = env.probe;
  if (probe !== null) {
    const hash = high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
    probe.emit({ type: 'hyperloglog.hash', element: repr(element), hash, register, rank });
  }
  return { register, rank };
}

/** The count for registers one per byte, as they are while several HyperLogLogs are joined. */
export function countRegisters(registers: Uint8Array): Int64 {
  const histogram = new Int32Array(HISTOGRAM_SIZE);
  for (let register = 0; register < REGISTERS; register++) histogram[registers[register]]++;
  return estimate(histogram);
}

export class HyperLogLog {
  private readonly env: Environment;
  private string: Sds;
  private readonly onMoved: ((sds: Sds) => void) | null;

  /** Wraps a string that `isHyperLogLog` has accepted. `onMoved` receives the string that replaces it. */
  constructor(env: Environment, sds: Sds, onMoved: ((sds: Sds) => void) | null = null) {
    this.env = env;
    this.string = sds;
    this.onMoved = onMoved;
  }

  /** A new, sparse and empty one. PFADD says of a key it has just created that the count is out of date. */
  static create(env: Environment): HyperLogLog {
    const bytes = new Uint8Array(HLL_HEADER_BYTES + 2);
    bytes.set(MAGIC);
    bytes[ENCODING_OFFSET] = SPARSE;
    bytes[HLL_HEADER_BYTES] = 0x7f;
    bytes[HLL_HEADER_BYTES + 1] = 0xff;
    return new HyperLogLog(env, Sds.create(env, bytes));
  }

  /** The string as it is now; becoming dense replaces it. */
  get sds(): Sds {
    return this.string;
  }

  get encoding(): 'dense' | 'sparse' {
    return this.string.bytes[ENCODING_OFFSET] === DENSE ? 'dense' : 'sparse';
  }

  /** Whether a register changed. Like all methods here throws the server's error for a corrupt string. */
  add(element: Uint8Array, sparseMaxBytes: number): boolean {
    const { register, rank } = hashElement(this.env, element);
    return this.raise(register, rank, sparseMaxBytes);
  }

  /** Sets a register unless it is at least as high. Whether it changed; then the count is out of date. */
  raise(register: number, rank: number, sparseMaxBytes: number): boolean {
    const changed = this.raiseRegister(register, rank, sparseMaxBytes);
    if (changed) this.invalidateCount();
    return changed;
  }

  /** Joins `registers`, one per byte, with this one's. */
  mergeInto(registers: Uint8Array): void {
    const raise = (register: number, count: number, value: number) => {
      for (let index = register; index < register + count; index++) {
        if (value > registers[index]) registers[index] = value;
      }
    };
    if (!this.eachRun(raise)) throw hyperLogLogErrors.corrupt();
  }

  /** Takes over joined registers, as PFMERGE does. The count is out of date then in any case. */
  absorb(registers: Uint8Array, sparseMaxBytes: number): void {
    for (let register = 0; register < REGISTERS; register++) {
      if (registers[register] !== 0) this.raise(register, registers[register], sparseMaxBytes);
    }
    this.invalidateCount();
  }

  /** The count, from the registers. Not remembered: see `remember`. */
  count(): Int64 {
    const histogram = new Int32Array(HISTOGRAM_SIZE);
    histogram[0] = REGISTERS;
    const whole = this.eachRun((_register, count, value) => {
      histogram[0] -= count;
      histogram[value] += count;
    });
    if (!whole) throw hyperLogLogErrors.corrupt();
    return estimate(histogram);
  }

  /** The count as remembered; null when it is out of date. */
  get rememberedCount(): Int64 | null {
    const { bytes } = this.string;
    if ((bytes[CARDINALITY_OFFSET + 7] & STALE_BIT) !== 0) return null;
    let count = 0n;
    for (let index = 7; index >= 0; index--)
      count = (count << 8n) | BigInt(bytes[CARDINALITY_OFFSET + index]);
    return normalizeInt64(count);
  }

  remember(count: Int64): void {
    const { bytes } = this.string;
    let rest = BigInt.asUintN(64, BigInt(count));
    for (let index = 0; index < 8; index++) {
      bytes[CARDINALITY_OFFSET + index] = Number(rest & 0xffn);
      rest >>= 8n;
    }
  }

  /** Emits the result of a count, and whether it was cached. */
  emitCount(count: Int64, cached: boolean): void {
    const { address } = this.string;
    this.env.probe?.emit({ type: 'hyperloglog.count', sds: address, count: String(count), cached });
  }

  invalidateCount(): void {
    this.string.bytes[CARDINALITY_OFFSET + 7] |= STALE_BIT;
  }

  /** Whether it was sparse. */
  toDense(): boolean {
    if (this.encoding === 'dense') return false;
    this.promote('asked');
    return true;
  }

  /** All registers, one per byte. */
  registers(): Uint8Array {
    const registers = new Uint8Array(REGISTERS);
    this.mergeInto(registers);
    return registers;
  }

  /** The runs as PFDEBUG DECODE prints them; null when it is dense. */
  decode(): string | null {
    if (this.encoding === 'dense') return null;
    const { bytes, length } = this.string;
    const words: string[] = [];
    for (let at = HLL_HEADER_BYTES; at < length; at += runBytes(bytes[at])) {
      const { opcode, value, count } = runAt(bytes, at, length);
      if (opcode === 'VAL') words.push(`v:${value},${count}`);
      else words.push(`${opcode === 'ZERO' ? 'z' : 'Z'}:${count}`);
    }
    return words.join(' ');
  }

  private raiseRegister(register: number, rank: number, sparseMaxBytes: number): boolean {
    if (this.encoding === 'dense') return this.raiseDense(register, rank);
    if (rank > SPARSE_MAX_VALUE) {
      this.promote('value');
      return this.raiseDense(register, rank);
    }
    const watched = this.env.probe !== null;
    const from = watched ? this.register(register) : 0;
    const outcome = sparseSet(this.env, this.string, HLL_HEADER_BYTES, register, rank, sparseMaxBytes);
    if (outcome === 'corrupt') throw hyperLogLogErrors.corrupt();
    if (outcome === 'promote') {
      this.promote('size');
      return this.raiseDense(register, rank);
    }
    if (watched) this.emitRegister(register, from, Math.max(from, rank));
    return outcome === 'changed';
  }

  private raiseDense(register: number, rank: number): boolean {
    const { bytes } = this.string;
    const from = denseGet(bytes, HLL_HEADER_BYTES, register);
    if (rank > from) denseSet(bytes, HLL_HEADER_BYTES, register, rank);
    if (this.env.probe !== null) this.emitRegister(register, from, Math.max(from, rank));
    return rank > from;
  }

  private promote(why: 'size' | 'value' | 'asked'): void {
    const sparse = this.string;
    const dense = new Uint8Array(HLL_DENSE_BYTES);
    dense.set(sparse.bytes.subarray(0, HLL_HEADER_BYTES));
    dense[ENCODING_OFFSET] = DENSE;
    const whole = this.eachRun((register, count, value) => {
      for (let index = register; index < register + count; index++) {
        denseSet(dense, HLL_HEADER_BYTES, index, value);
      }
    });
    if (!whole) throw hyperLogLogErrors.corrupt();
    this.string = Sds.create(this.env, dense);
    // A watcher sees the value with its current string.
    this.onMoved?.(this.string);
    sparse.release(this.env);
    const probe = this.env.probe;
    if (probe !== null) {
      probe.emit({
        type: 'hyperloglog.promote',
        sds: this.string.address,
        sparseBytes: sparse.length,
        denseBytes: dense.length,
        why,
      });
    }
  }

  /** Visits the registers that are not 0, in runs. False when the string is corrupt. */
  private eachRun(visit: (register: number, count: number, value: number) => void): boolean {
    const { bytes, length } = this.string;
    if (this.encoding === 'sparse') return eachRun(bytes, HLL_HEADER_BYTES, length, visit);
    assert(length === HLL_DENSE_BYTES, 'a dense HyperLogLog of another length');
    for (let register = 0; register < REGISTERS; register++) {
      const value = denseGet(bytes, HLL_HEADER_BYTES, register);
      if (value !== 0) visit(register, 1, value);
    }
    return true;
  }

  private register(register: number): number {
    const { bytes, length } = this.string;
    let found = 0;
    eachRun(bytes, HLL_HEADER_BYTES, length, (first, count, value) => {
      if (register >= first && register < first + count) found = value;
    });
    return found;
  }

  private emitRegister(register: number, from: number, to: number): void {
    this.env.probe?.emit({ type: 'hyperloglog.register', sds: this.string.address, register, from, to });
  }
}

function trailingZeros(word: number): number {
  return 31 - Math.clz32(word & -word);
}
