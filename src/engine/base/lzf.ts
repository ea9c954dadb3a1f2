/**
 * LZF, the compression of long strings in RDB files and DUMP payloads.
 *
 * Mirrors lzf_c.c and lzf_d.c of liblzf as Redis sets them up (hash table of 2^16 slots, the "very fast"
 * variant), so that compressed bytes equal the server's. The stream is a row of two things:
 *
 *     000LLLLL  then L + 1 bytes                    literal bytes, 1 to 32
 *     LLLooooo oooooooo                             copy L + 2 bytes (L from 1 to 6) from o + 1 bytes back
 *     111ooooo LLLLLLLL oooooooo                    the same with L = 7 + the middle byte
 *
 * Worked example: 32 times "a" becomes 01 61 61 | e0 13 00 | 01 61 61: two literals; 7 + 19 + 2 = 28 bytes
 * copied from one byte back, each a copy of the one just written; and the last two as literals again.
 */

const HASH_BITS = 16;
const HASH_MASK = (1 << HASH_BITS) - 1;
const MAX_LITERALS = 1 << 5;
const MAX_OFFSET = 1 << 13;
const MAX_COPY = (1 << 8) + (1 << 3);

/**
 * Where three bytes with this hash were seen last. Emptying 256 KB for every call would take longer than to
 * compress a small string; so positions are counted on from call to call, and what lies before `seenBase` is
 * from an earlier one.
 */
const seen = new Int32Array(1 << HASH_BITS);
let seenBase = 0;
/** Above this the count restarts. */
const MAX_SEEN_BASE = 0x4000_0000;

/** The slot of the three bytes in the low 24 bits of `window`. */
function slotOf(window: number): number {
  return ((window >>> (24 - HASH_BITS)) - window * 5) & HASH_MASK;
}

/**
 * The compressed form, or null if it would need more than `limitBytes`. Redis compresses strings longer than 20 bytes
 * and wants to save at least four bytes.
 */
export function lzfCompress(source: Uint8Array, limitBytes = source.length - 4): Uint8Array | null {
  const end = source.length;
  if (end === 0 || limitBytes <= 0) return null;
  if (seenBase + end > MAX_SEEN_BASE) {
    seen.fill(0);
    seenBase = 0;
  }
  const base = seenBase;
  seenBase += end;
  // The tests below let the writer run at most a few bytes past the limit before they refuse.
  const target = new Uint8Array(limitBytes + 4);
  let read = 0;
  /** The first byte of a run is its length, known when the run ends. */
  let write = 1;
  let literals = 0;
  let window = (source[0] << 8) | source[1];

  while (read < end - 2) {
    window = ((window << 8) | source[read + 2]) & 0xffffff;
    const slot = slotOf(window);
    // Nothing is seen yet at 0 or below, which is why position 0 never matches.
    const match = seen[slot] - base;
    seen[slot] = base + read;
    const offset = read - match - 1;

    if (
      match > 0 &&
      offset < MAX_OFFSET &&
      source[match] === source[read] &&
      source[match + 1] === source[read + 1] &&
      source[match + 2] === source[read + 2]
    ) {
      if (write - (literals === 0 ? 1 : 0) + 4 >= limitBytes) return null;
      endRun();

      const length = matchLength(source, match, read);
      const copied = length - 2;
      if (copied < 7) {
        target[write++] = (offset >> 8) + (copied << 5);
      } else {
        target[write++] = (offset >> 8) + (7 << 5);
        target[write++] = copied - 7;
      }
      target[write++] = offset;
      write++;
      read += length;
      if (read >= end - 2) break;

      // Of the bytes copied over, only the last two positions are remembered.
      read -= 2;
      window = (source[read] << 16) | (source[read + 1] << 8) | source[read + 2];
      seen[slotOf(window)] = base + read;
      read++;
      window = ((window << 8) | source[read + 2]) & 0xffffff;
      seen[slotOf(window)] = base + read;
      read++;
    } else {
      if (write >= limitBytes) return null;
      literal();
    }
  }

  // At most two literals and the length of their run are still to come.
  if (write + 3 > limitBytes) return null;
  while (read < end) literal();
  endRun();
  return target.slice(0, write);

  function literal(): void {
    target[write++] = source[read++];
    literals++;
    if (literals === MAX_LITERALS) {
      endRun();
      write++;
    }
  }

  /** Writes the length before the run, or takes the empty run back. */
  function endRun(): void {
    if (literals === 0) write--;
    else target[write - literals - 1] = literals - 1;
    literals = 0;
  }
}

/**
 * How many bytes from `read` on equal those from `match` on. Like the unrolled loop in C, the first 16 steps
 * look to the very end of the input when there is room for 16, the others stop two bytes before it.
 */
function matchLength(source: Uint8Array, match: number, read: number): number {
  const limit = Math.min(source.length - read - 2, MAX_COPY);
  let length = 2;
  if (limit > 16) {
    for (let step = 0; step < 16; step++) {
      length++;
      if (source[match + length] !== source[read + length]) return length;
    }
  }
  do {
    length++;
  } while (length < limit && source[match + length] === source[read + length]);
  return length;
}

/** The original of `length` bytes, or null where the stream is damaged. */
export function lzfDecompress(source: Uint8Array, length: number): Uint8Array | null {
  const target = new Uint8Array(length);
  const end = source.length;
  let read = 0;
  let write = 0;
  while (read < end) {
    const control = source[read++];
    if (control < MAX_LITERALS) {
      const count = control + 1;
      if (read + count > end || write + count > length) return null;
      for (let index = 0; index < count; index++) target[write++] = source[read++];
      continue;
    }
    let count = control >> 5;
    if (count === 7) {
      if (read >= end) return null;
      count += source[read++];
    }
    count += 2;
    if (read >= end) return null;
    let from = write - ((control & 0x1f) << 8) - source[read++] - 1;
    if (from < 0 || write + count > length) return null;
    // One by one: a copy may overlap what it writes, which is how a run of one byte is coded.
    for (let index = 0; index < count; index++) target[write++] = target[from++];
  }
  return write === length ? target : null;
}
