/**
 * How many different elements a HyperLogLog has seen, from how often each register value occurs.
 *
 * Mirrors hllCount of hyperloglog.c, which follows Otmar Ertl's "New cardinality estimation algorithms for
 * HyperLogLog sketches": one formula for every size, where the original needed a table of corrections.
 *
 * With m registers and c(k) of them holding k, q = 50 being the longest run of zeros a hash can have:
 *
 *     z = m × tau((m - c(q+1)) / m)
 *     for k = q … 1:  z = (z + c(k)) / 2
 *     z = z + m × sigma(c(0) / m)
 *     estimate = alpha × m² / z,  alpha = 1 / (2 ln 2)
 *
 * Worked example: nothing was added, so c(0) = m; sigma(1) is infinite and the estimate 0. One register at 1:
 * the estimate is 1.00003, which is rounded to 1.
 */
import { INT64_MIN, type Int64, normalizeInt64 } from '../base/numbers.ts';
import { REGISTERS } from './hyperloglog-dense.ts';

/** Values that can occur in 6 bits. */
export const HISTOGRAM_SIZE = 64;

const Q = 50;
/** 1 / (2 ln 2). */
const ALPHA = 0.7213475204444817;

export function estimate(histogram: ArrayLike<number>): Int64 {
  const m = REGISTERS;
  let z = m * tau((m - histogram[Q + 1]) / m);
  for (let value = Q; value >= 1; value--) {
    z += histogram[value];
    z *= 0.5;
  }
  z += m * sigma(histogram[0] / m);
  const cardinality = Math.round((ALPHA * m * m) / z);
  // Registers that no element can set lead beyond 64 bits, where the conversion in C has one answer for all.
  return cardinality < 2 ** 63 ? normalizeInt64(cardinality) : INT64_MIN;
}

function tau(fraction: number): number {
  if (fraction === 0 || fraction === 1) return 0;
  let x = fraction;
  let y = 1;
  let z = 1 - x;
  let previous: number;
  do {
    x = Math.sqrt(x);
    previous = z;
    y *= 0.5;
    z -= (1 - x) * (1 - x) * y;
  } while (previous !== z);
  return z / 3;
}

function sigma(fraction: number): number {
  if (fraction === 1) return Number.POSITIVE_INFINITY;
  let x = fraction;
  let y = 1;
  let z = x;
  let previous: number;
  do {
    x *= x;
    previous = z;
    z += x * y;
    y += y;
  } while (previous !== z);
  return z;
}
