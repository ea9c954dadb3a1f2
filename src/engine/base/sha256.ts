/**
 * SHA-256 as FIPS 180-4 defines it: user passwords are stored and printed in this form.
 *
 *   sha256Hex(bytesOf('abc'))  ->  'ba7816bf 8f01cfea 414140de 5dae2223 b00361a3 96177a9c b410ff61 f20015ad'
 *
 * (without the blanks). The constants are computed from what they are: the first 32 bits of the fractional parts
 * of the square and cube roots of the first primes.
 */
const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;
const ROUNDS = 64;

const primes: number[] = [];
for (let candidate = 2; primes.length < ROUNDS; candidate++) {
  if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
}
const ROUND_CONSTANTS = Int32Array.from(primes, (prime) => rootFraction(BigInt(prime), 3n));
const START = Int32Array.from(primes.slice(0, 8), (prime) => rootFraction(BigInt(prime), 2n));

/** The first 32 bits behind the point of the root, found in whole numbers so that no rounding is involved. */
function rootFraction(value: bigint, degree: bigint): number {
  const scaled = value << (32n * degree);
  let low = 0n;
  let high = 1n << 37n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** degree <= scaled) low = middle;
    else high = middle;
  }
  return Number(BigInt.asIntN(32, low));
}

/** The digest as 64 lower-case hexadecimal digits. */
export function sha256Hex(message: Uint8Array): string {
  const blocks = Math.ceil((message.length + 1 + LENGTH_BYTES) / BLOCK_BYTES);
  const padded = new Uint8Array(blocks * BLOCK_BYTES);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - LENGTH_BYTES, BigInt(message.length) * 8n);
  const state = START.slice();
  const schedule = new Int32Array(ROUNDS);
  for (let offset = 0; offset < padded.length; offset += BLOCK_BYTES) {
    for (let t = 0; t < 16; t++) schedule[t] = view.getInt32(offset + t * 4);
    compress(state, schedule);
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function compress(state: Int32Array, w: Int32Array): void {
  for (let t = 16; t < ROUNDS; t++) {
    const early = w[t - 15];
    const late = w[t - 2];
    const small0 = right(early, 7) ^ right(early, 18) ^ (early >>> 3);
    const small1 = right(late, 17) ^ right(late, 19) ^ (late >>> 10);
    w[t] = (w[t - 16] + small0 + w[t - 7] + small1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < ROUNDS; t++) {
    const big1 = right(e, 6) ^ right(e, 11) ^ right(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + big1 + choice + ROUND_CONSTANTS[t] + w[t]) | 0;
    const big0 = right(a, 2) ^ right(a, 13) ^ right(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + big0 + majority) | 0;
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] + word) | 0;
}

function right(word: number, count: number): number {
  return (word >>> count) | (word << (32 - count));
}
