/**
 * SHA-1 (FIPS 180): names of scripts, and the digest of a data set. Twenty bytes, no secrets.
 *
 * The check value of "abc" is a9993e364706816aba3e25717850c26c9cd0d89d.
 */
const BLOCK_BYTES = 64;
const words = new Int32Array(80);

export function sha1(bytes: Uint8Array): Uint8Array {
  const state = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
  const whole = bytes.length - (bytes.length % BLOCK_BYTES);
  for (let at = 0; at < whole; at += BLOCK_BYTES) digestBlock(state, bytes, at);
  // The remaining bytes, a one bit, zeros and the length in bits fill the last block or two.
  const left = bytes.length - whole;
  const tail = new Uint8Array(left + 9 > BLOCK_BYTES ? 2 * BLOCK_BYTES : BLOCK_BYTES);
  tail.set(bytes.subarray(whole));
  tail[left] = 0x80;
  const view = new DataView(tail.buffer);
  view.setUint32(tail.length - 8, Math.floor(bytes.length / 0x2000_0000));
  view.setUint32(tail.length - 4, (bytes.length * 8) >>> 0);
  for (let at = 0; at < tail.length; at += BLOCK_BYTES) digestBlock(state, tail, at);
  const digest = new Uint8Array(20);
  const out = new DataView(digest.buffer);
  for (let i = 0; i < 5; i++) out.setInt32(i * 4, state[i]);
  return digest;
}

export function sha1Hex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of sha1(bytes)) hex += byte.toString(16).padStart(2, '0');
  return hex;
}

function digestBlock(state: Int32Array, bytes: Uint8Array, start: number): void {
  for (let i = 0; i < 16; i++) {
    const at = start + i * 4;
    words[i] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
  }
  for (let i = 16; i < 80; i++) {
    const mixed = words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16];
    words[i] = (mixed << 1) | (mixed >>> 31);
  }
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  for (let i = 0; i < 80; i++) {
    let mixed: number;
    if (i < 20) mixed = ((b & c) | (~b & d)) + 0x5a827999;
    else if (i < 40) mixed = (b ^ c ^ d) + 0x6ed9eba1;
    else if (i < 60) mixed = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
    else mixed = (b ^ c ^ d) + 0xca62c1d6;
    const next = (((a << 5) | (a >>> 27)) + mixed + e + words[i]) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
}
