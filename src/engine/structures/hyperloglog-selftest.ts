/**
 * PFSELFTEST: does a HyperLogLog still count as promised?
 *
 * Mirrors pfselftestCommand of hyperloglog.c in what it checks: that a register set in the dense representation
 * can be read back and disturbs no other; that the sparse representation stays sparse while it is small and
 * agrees with the dense one; and that the error at every power of ten stays below six standard deviations.
 *
 * The server adds ten million elements, some seconds' work; the caller says how many here.
 */
import type { Environment } from '../base/probe.ts';
import type { RandomStream } from '../base/random.ts';
import { HyperLogLog } from './hyperloglog.ts';
import { DENSE_REGISTERS_BYTES, denseGet, denseSet, REGISTER_MAX, REGISTERS } from './hyperloglog-dense.ts';

const REGISTER_ROUNDS = 1000;

/** The error text of the server, null when all is well. */
export function selfTest(
  env: Environment,
  random: RandomStream,
  elements: number,
  sparseMaxBytes: number,
): string | null {
  const probe = env.probe;
  // No steps for a million additions to strings without a key.
  env.probe = null;
  const dense = HyperLogLog.create(env);
  const sparse = HyperLogLog.create(env);
  try {
    return testRegisters(random) ?? testErrors(random, dense, sparse, elements, sparseMaxBytes);
  } finally {
    dense.sds.release(env);
    sparse.sds.release(env);
    env.probe = probe;
  }
}

function testRegisters(random: RandomStream): string | null {
  const bytes = new Uint8Array(DENSE_REGISTERS_BYTES);
  const expected = new Uint8Array(REGISTERS);
  for (let round = 0; round < REGISTER_ROUNDS; round++) {
    for (let register = 0; register < REGISTERS; register++) {
      const value = random.bits(6) & REGISTER_MAX;
      expected[register] = value;
      denseSet(bytes, 0, register, value);
    }
    for (let register = 0; register < REGISTERS; register++) {
      const value = denseGet(bytes, 0, register);
      if (value !== expected[register]) {
        return `TESTFAILED Register ${register} should be ${expected[register]} but is ${value}`;
      }
    }
  }
  return null;
}

function testErrors(
  random: RandomStream,
  dense: HyperLogLog,
  sparse: HyperLogLog,
  elements: number,
  sparseMaxBytes: number,
): string | null {
  dense.toDense();
  const relativeError = 1.04 / Math.sqrt(REGISTERS);
  const seedLow = random.uint32();
  const seedHigh = random.uint32();
  const element = new DataView(new ArrayBuffer(8));
  const bytes = new Uint8Array(element.buffer);
  element.setUint32(4, seedHigh, true);
  let checkpoint = 1;
  for (let added = 1; added <= elements; added++) {
    element.setUint32(0, added ^ seedLow, true);
    dense.add(bytes, sparseMaxBytes);
    sparse.add(bytes, sparseMaxBytes);
    if (added !== checkpoint) continue;
    if (added < sparseMaxBytes / 2 && sparse.encoding !== 'sparse') {
      return 'TESTFAILED sparse encoding not used';
    }
    const count = Number(dense.count());
    if (count !== Number(sparse.count())) return 'TESTFAILED dense/sparse disagree';
    const error = Math.abs(checkpoint - count);
    // Among ten elements a single collision is already ten percent.
    const allowed = added === 10 ? 1 : Math.ceil(relativeError * 6 * checkpoint);
    if (error > allowed) return `TESTFAILED Too big error. card:${checkpoint} abserr:${error}`;
    checkpoint *= 10;
  }
  return null;
}
