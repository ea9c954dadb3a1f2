/** Parses the bytes of a HyperLogLog for drawing. */
import { HLL_HEADER_BYTES, registersIn, runAt, runBytes } from '../../../protocol/hyperloglog-bytes.ts';
import type { Step } from '../../../protocol/steps.ts';
import type { HyperLogLogRun } from '../../../protocol/steps-order.ts';
import type { HllView } from '../../../protocol/views.ts';

export interface RunAt {
  readonly run: HyperLogLogRun;
  /** Where its bytes begin in the string, and what they are. */
  readonly offset: number;
  readonly hex: string;
  /** Its first register. */
  readonly first: number;
}

export function runsOf({ bytes, encoding }: HllView): RunAt[] {
  if (encoding !== 'sparse') return [];
  const runs: RunAt[] = [];
  let first = 0;
  for (let at = HLL_HEADER_BYTES; at < bytes.length; ) {
    const run = runAt(bytes, at, bytes.length);
    const size = runBytes(bytes[at]);
    runs.push({ run, offset: at, hex: hexOf(bytes.subarray(at, at + size)), first });
    first += run.count;
    at += size;
  }
  return runs;
}

export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

// A picture is drawn more than once, and twelve thousand bytes take long to parse.
const remembered = new WeakMap<Uint8Array, Uint8Array>();

export function registersOf({ bytes, encoding }: HllView): Uint8Array {
  let registers = remembered.get(bytes);
  if (registers === undefined) {
    registers = registersIn(bytes, encoding ?? 'sparse');
    remembered.set(bytes, registers);
  }
  return registers;
}

/** How many registers hold each value, from 0 up to the highest. */
export function histogramOf(registers: Uint8Array): number[] {
  const counts: number[] = [0];
  for (const value of registers) {
    while (counts.length <= value) counts.push(0);
    counts[value]++;
  }
  return counts;
}

export interface HashBits {
  readonly element: string;
  /** The bits above the run, the run with its 1, and the index: 64 bits together, the highest first. */
  readonly rest: string;
  readonly run: string;
  readonly index: string;
  readonly register: number;
  readonly rank: number;
}

const indexBits = 14;

/** The latest element that was hashed in the command. */
export function hashOf(steps: readonly Step[]): HashBits | null {
  const step = steps.findLast(({ type }) => type === 'hyperloglog.hash');
  if (step?.type !== 'hyperloglog.hash') return null;
  const bits = BigInt(`0x${step.hash}`).toString(2).padStart(64, '0');
  const end = bits.length - indexBits;
  const start = Math.max(0, end - step.rank);
  return {
    element: step.element,
    rest: bits.slice(0, start),
    run: bits.slice(start, end),
    index: bits.slice(end),
    register: step.register,
    rank: step.rank,
  };
}
