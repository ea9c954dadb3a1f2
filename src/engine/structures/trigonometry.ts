/**
 * Sine, cosine and arc sine to the last bit.
 *
 * JavaScript leaves the last bits of Math.sin to the browser, and no browser matches the C library exactly: a distance
 * printed with four decimals would sometimes differ, and so would a session replayed elsewhere. Here the leading terms
 * are kept in two doubles, high and low, and the sum is rounded once: the result is the nearest double except in one
 * case in a thousand, and the same everywhere.
 *
 * Worked example: the sine of 0.5 is 0.47942553860420300027… and the nearest double prints as
 * 0.479425538604203; the arc sine leads back to 0.5.
 */

/** Half of pi in three parts; a small whole number times one of the first two is exact. */
const HALF_PI_HIGH = 1.5707963267341256;
const HALF_PI_MIDDLE = 6.077100506303966e-11;
const HALF_PI_LOW = 2.0222662487959506e-21;

/** Beyond this many quarter turns the parts would not do; only absurd radii lead there. */
const MAX_QUARTER_TURNS = 1e6;

/** The low part of the last result; the functions below return the high part. */
let low = 0;

/** a + b without loss. */
function add(a: number, b: number): number {
  const sum = a + b;
  const taken = sum - a;
  low = a - (sum - taken) + (b - taken);
  return sum;
}

/** 2^27 + 1: multiplying by it cuts a double into two halves whose products are exact. */
const SPLITTER = 134217729;

/** a × b without loss. */
function multiply(a: number, b: number): number {
  const product = a * b;
  const scaledA = a * SPLITTER;
  const aHigh = scaledA - (scaledA - a);
  const aLow = a - aHigh;
  const scaledB = b * SPLITTER;
  const bHigh = scaledB - (scaledB - b);
  const bLow = b - bHigh;
  low = aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
  return product;
}

/** What follows the terms of the sine that are kept in two parts: 1/5! - x/7! + x²/9! … */
function sinTail(x: number): number {
  let sum = 1 / 355687428096000;
  sum = sum * x - 1 / 1307674368000;
  sum = sum * x + 1 / 6227020800;
  sum = sum * x - 1 / 39916800;
  sum = sum * x + 1 / 362880;
  sum = sum * x - 1 / 5040;
  return sum * x + 1 / 120;
}

/** The same for the cosine: -1/6! + x/8! - x²/10! … */
function cosTail(x: number): number {
  let sum = -1 / 6402373705728000;
  sum = sum * x + 1 / 20922789888000;
  sum = sum * x - 1 / 87178291200;
  sum = sum * x + 1 / 479001600;
  sum = sum * x - 1 / 3628800;
  sum = sum * x + 1 / 40320;
  return sum * x - 1 / 720;
}

/** The sine of high + rest, up to an eighth of a turn. */
function sinKernel(high: number, rest: number): number {
  const square = multiply(high, high);
  const squareRest = low + 2 * high * rest;
  const cube = multiply(high, square);
  const cubeRest = low + high * squareRest + rest * square;
  // The cube divided by six, again in two parts.
  const term = cube / 6;
  const product = multiply(term, 6);
  const termRest = (cube - product - low + cubeRest) / 6;
  const sum = add(high, -term);
  return add(sum, low + (rest - termRest + cube * square * sinTail(square)));
}

/** The cosine of high + rest, up to an eighth of a turn. */
function cosKernel(high: number, rest: number): number {
  const square = multiply(high, high);
  const squareRest = low + 2 * high * rest;
  const fourth = multiply(square, square);
  const fourthRest = low + 2 * square * squareRest;
  const term = fourth / 24;
  const product = multiply(term, 24);
  const termRest = (fourth - product - low + fourthRest) / 24;
  const first = add(1, -square / 2);
  let tail = low;
  const second = add(first, term);
  tail += low - squareRest / 2 + termRest + fourth * square * cosTail(square);
  return add(second, tail);
}

/** The sine of an angle `quarters` quarter turns ahead: 0 for the sine itself, 1 for the cosine. */
function wave(angle: number, quarters: number): number {
  const turns = Math.round(angle / (Math.PI / 2));
  const first = angle - turns * HALF_PI_HIGH;
  const high = add(first, -turns * HALF_PI_MIDDLE);
  const reduced = add(high, low - turns * HALF_PI_LOW);
  const rest = low;
  const phase = (((turns + quarters) % 4) + 4) % 4;
  const value = phase % 2 === 0 ? sinKernel(reduced, rest) : cosKernel(reduced, rest);
  if (phase < 2) return value;
  low = -low;
  return -value;
}

export function sin(angle: number): number {
  if (angle === 0) return angle;
  return Math.abs(angle) < MAX_QUARTER_TURNS ? wave(angle, 0) : Math.sin(angle);
}

export function cos(angle: number): number {
  return Math.abs(angle) < MAX_QUARTER_TURNS ? wave(angle, 1) : Math.cos(angle);
}

/** From the engine's own result one step of Newton's method, the sine being known in two parts. */
export function asin(value: number): number {
  const guess = Math.asin(value);
  if (Number.isNaN(guess) || guess === 0) return guess;
  const sine = wave(guess, 0);
  const error = value - sine - low;
  return guess + error / Math.cos(guess);
}
