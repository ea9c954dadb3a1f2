/**
 * The sparse representation of a HyperLogLog: the registers as runs, in opcodes of one or two bytes.
 *
 *     ZERO    00xxxxxx             a run of 1 to 64 registers that are 0: xxxxxx + 1
 *     XZERO   01xxxxxx yyyyyyyy    1 to 16384 of them: xxxxxxyyyyyyyy + 1
 *     VAL     1vvvvvxx             1 to 4 registers with the value 1 to 32: vvvvv + 1, xx + 1
 *
 * To set a register, its run is replaced by up to three (the part before it, the register, the part after it); then up
 * to five runs, starting with the previous one, are checked for neighbours of equal value whose lengths fit one opcode,
 * and those merge.
 *
 * Worked example: no element at all is XZERO:16384, the bytes 7f ff. Register 1000 set to 3 makes it
 * XZERO:1000 VAL:3,1 XZERO:15383, the bytes 43 e7 88 7c 16. Register 1001 set to 3 as well leaves
 * XZERO:1000 VAL:3,2 XZERO:15382: 43 e7 89 7c 15.
 *
 * Mirrors the sparse functions of hyperloglog.c.
 */
import { isValue, runAt, runBytes, runLength, runValue } from '../../protocol/hyperloglog-bytes.ts';
import type { HyperLogLogRun } from '../../protocol/steps-order.ts';
import type { Environment } from '../base/probe.ts';
import type { Sds } from './sds.ts';

export { eachRun, runAt, runBytes } from '../../protocol/hyperloglog-bytes.ts';

export const SPARSE_MAX_VALUE = 32;

const XZERO_BIT = 0x40;
const VAL_BIT = 0x80;
const ZERO_MAX_LENGTH = 64;
const VAL_MAX_LENGTH = 4;
/** How many runs are looked through for neighbours to join. */
const MERGE_SCAN = 5;
/** The most a set may add: an XZERO becomes XZERO, VAL, XZERO. */
const GROWTH_BYTES = 3;

/** The outcome of setting a register; 'promote' and 'corrupt' leave the runs as they were. */
export type SparseOutcome = 'changed' | 'same' | 'promote' | 'corrupt';

/** A run of zeros in its shorter form. */
function pushZeros(sequence: number[], count: number): void {
  const stored = count - 1;
  if (count > ZERO_MAX_LENGTH) sequence.push(XZERO_BIT | (stored >> 8), stored & 0xff);
  else sequence.push(stored);
}

function valueRun(value: number, count: number): number {
  return VAL_BIT | ((value - 1) << 2) | (count - 1);
}

/**
 * Raises a register to a value of at most 32, in the runs of `sds` from `start` on. 'promote' says that the
 * string would become longer than `maxBytes`.
 */
export function sparseSet(
  env: Environment,
  sds: Sds,
  start: number,
  register: number,
  value: number,
  maxBytes: number,
): SparseOutcome {
  sds.makeRoom(env, GROWTH_BYTES);
  const end = sds.length;

  // The run that holds the register, and the one before it.
  const { bytes } = sds;
  let at = start;
  let previous = -1;
  let first = 0;
  let count = 0;
  while (at < end) {
    count = runLength(bytes, at, end);
    if (register < first + count) break;
    previous = at;
    at += runBytes(bytes[at]);
    first += count;
  }
  if (count === 0 || at >= end) return 'corrupt';

  const opcode = bytes[at];
  const oldValue = isValue(opcode) ? runValue(opcode) : 0;
  if (oldValue >= value) return 'same';

  const sequence = replacement(opcode, oldValue, register - first, value, first + count - 1 - register);
  const growth = sequence.length - runBytes(opcode);
  if (growth > 0 && end + growth > maxBytes) return 'promote';

  const probe = env.probe;
  const from = probe === null ? null : runAt(bytes, at, end);
  const next = at + runBytes(opcode);
  sds.growZero(env, Math.max(end + growth, at + sequence.length));
  if (growth !== 0 && next < end) sds.bytes.copyWithin(next + growth, next, end);
  sds.bytes.set(sequence, at);
  sds.length = end + growth;
  if (probe !== null && from !== null) {
    const to = runsIn(sequence);
    probe.emit({ type: 'hyperloglog.split', sds: sds.address, offset: at, from, to });
  }

  mergeRuns(env, sds, previous === -1 ? start : previous);
  return 'changed';
}

/** The opcodes that replace one: `before` registers, the one that is set, `after` registers. */
function replacement(
  opcode: number,
  oldValue: number,
  before: number,
  value: number,
  after: number,
): number[] {
  const sequence: number[] = [];
  if (before > 0) {
    if (isValue(opcode)) sequence.push(valueRun(oldValue, before));
    else pushZeros(sequence, before);
  }
  sequence.push(valueRun(value, 1));
  if (after > 0) {
    if (isValue(opcode)) sequence.push(valueRun(oldValue, after));
    else pushZeros(sequence, after);
  }
  return sequence;
}

function mergeRuns(env: Environment, sds: Sds, start: number): void {
  let at = start;
  for (let scan = 0; at < sds.length && scan < MERGE_SCAN; scan++) {
    const { bytes } = sds;
    const byte = bytes[at];
    if (!isValue(byte)) {
      at += runBytes(byte);
      continue;
    }
    const neighbour = at + 1 < sds.length ? bytes[at + 1] : 0;
    if (isValue(neighbour) && runValue(neighbour) === runValue(byte)) {
      const count = runLength(bytes, at, sds.length) + runLength(bytes, at + 1, sds.length);
      if (count <= VAL_MAX_LENGTH) {
        bytes[at + 1] = valueRun(runValue(byte), count);
        bytes.copyWithin(at, at + 1, sds.length);
        sds.length--;
        const probe = env.probe;
        if (probe !== null) {
          const run = runAt(bytes, at, sds.length);
          probe.emit({ type: 'hyperloglog.merge', sds: sds.address, offset: at, run });
        }
        // The joined run may have another neighbour to join.
        continue;
      }
    }
    at++;
  }
}

function runsIn(sequence: readonly number[]): HyperLogLogRun[] {
  const bytes = Uint8Array.from(sequence);
  const runs: HyperLogLogRun[] = [];
  for (let at = 0; at < bytes.length; at += runBytes(bytes[at])) runs.push(runAt(bytes, at, bytes.length));
  return runs;
}
