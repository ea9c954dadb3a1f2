/**
 * A set of hash slots: 2,048 bytes, a bit per slot, the lowest bit of a byte first. A node's slots in memory and on the
 * bus. Mirrors the slots of struct clusterNode in cluster.h.
 *
 *     slots 0, 1 and 10:   03 04 00 00 …
 */
export const SLOTS = 16384;
export const SLOT_SET_BYTES = SLOTS / 8;

export class SlotSet {
  readonly bytes: Uint8Array;
  #count = 0;

  /** Takes the bytes over. */
  constructor(bytes: Uint8Array = new Uint8Array(SLOT_SET_BYTES)) {
    this.bytes = bytes;
    for (let byte of bytes) for (; byte !== 0; byte &= byte - 1) this.#count++;
  }

  get count(): number {
    return this.#count;
  }

  has(slot: number): boolean {
    return (this.bytes[slot >> 3] & (1 << (slot & 7))) !== 0;
  }

  /** False if it was in already. */
  add(slot: number): boolean {
    if (this.has(slot)) return false;
    this.bytes[slot >> 3] |= 1 << (slot & 7);
    this.#count++;
    return true;
  }

  delete(slot: number): boolean {
    if (!this.has(slot)) return false;
    this.bytes[slot >> 3] &= ~(1 << (slot & 7));
    this.#count--;
    return true;
  }

  /** The slots, from the lowest. */
  *[Symbol.iterator](): Generator<number, void, void> {
    for (let at = 0; at < SLOT_SET_BYTES; at++) {
      if (this.bytes[at] === 0) continue;
      for (let bit = 0; bit < 8; bit++) if (this.bytes[at] & (1 << bit)) yield at * 8 + bit;
    }
  }

  /** Slots that follow each other, as their first and last. */
  ranges(): SlotRange[] {
    const ranges: { first: number; last: number }[] = [];
    for (const slot of this) {
      const latest = ranges.at(-1);
      if (latest !== undefined && latest.last === slot - 1) latest.last = slot;
      else ranges.push({ first: slot, last: slot });
    }
    return ranges;
  }
}

export interface SlotRange {
  readonly first: number;
  readonly last: number;
}
