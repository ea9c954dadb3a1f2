/**
 * CRC-16 and the cluster's key slots.
 *
 * Mirrors crc16.c (CCITT polynomial 0x1021, XMODEM variant: from 0, not reflected; "123456789" gives 31c3)
 * and keyHashSlot of cluster.c: slot = crc16(key) mod 16384, where only the part between the first `{` and
 * the next `}` counts, unless it is empty. `{user1000}.following` and `{user1000}.followers` share a slot.
 */

const POLYNOMIAL = 0x1021;
const SLOT_MASK = 0x3fff;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ POLYNOMIAL : crc << 1;
  return crc;
});

export function crc16(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let crc = 0;
  for (let index = start; index < end; index++) {
    crc = ((crc << 8) & 0xffff) ^ TABLE[(crc >> 8) ^ bytes[index]];
  }
  return crc;
}

/** The part of a key that is hashed: what stands between the braces, or all of it. */
export function hashedPart(key: Uint8Array): { readonly from: number; readonly to: number } {
  const open = key.indexOf(OPENING_BRACE);
  if (open !== -1) {
    const close = key.indexOf(CLOSING_BRACE, open + 1);
    if (close > open + 1) return { from: open + 1, to: close };
  }
  return { from: 0, to: key.length };
}

export function keySlot(key: Uint8Array): number {
  const { from, to } = hashedPart(key);
  return crc16(key, from, to) & SLOT_MASK;
}
