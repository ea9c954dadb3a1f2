/**
 * The keys of each slot. In a cluster every entry of the main dictionary is also a link of a list, the newest key of its
 * slot first; a slot knows the head of its list and how long it is. Mirrors slotToKeyAddEntry and its relatives in
 * cluster.c, where the two pointers lie in the metadata of the dictEntry.
 *
 *     slot 12539   count 2, head ──▶ {user}:b ◀──▶ {user}:a
 *
 * GETKEYSINSLOT takes from the head; DEL takes an entry out without a search.
 */
import { keySlot } from '../../base/crc16.ts';
import type { DictEntry } from '../../structures/dict.ts';
import type { RedisObject } from '../../types/object.ts';
import { SLOTS } from './slot-set.ts';

type KeyEntry = DictEntry<RedisObject>;

/** What lies beside an entry: 16 bytes in C. */
interface Place {
  readonly entry: KeyEntry;
  readonly slot: number;
  previous: Place | null;
  next: Place | null;
}

export class SlotKeys {
  readonly #counts = new Uint32Array(SLOTS);
  readonly #heads: (Place | null)[] = new Array<Place | null>(SLOTS).fill(null);
  /** Entries are made by the dictionary, which knows nothing of slots: this leads from one to its place. */
  #places = new Map<KeyEntry, Place>();

  added(entry: KeyEntry): void {
    const slot = keySlot(entry.keyBytes);
    const head = this.#heads[slot];
    const place: Place = { entry, slot, previous: null, next: head };
    if (head !== null) head.previous = place;
    this.#heads[slot] = place;
    this.#places.set(entry, place);
    this.#counts[slot]++;
  }

  removed(entry: KeyEntry): void {
    const place = this.#places.get(entry);
    if (place === undefined) return;
    this.#places.delete(entry);
    const { slot, previous, next } = place;
    if (next !== null) next.previous = previous;
    if (previous !== null) previous.next = next;
    else this.#heads[slot] = next;
    this.#counts[slot]--;
  }

  emptied(): void {
    this.#counts.fill(0);
    this.#heads.fill(null);
    this.#places = new Map();
  }

  count(slot: number): number {
    return this.#counts[slot];
  }

  /** Copies of the newest keys of a slot. */
  keysIn(slot: number, limit: number): Uint8Array[] {
    const keys: Uint8Array[] = [];
    for (let place = this.#heads[slot]; place !== null && keys.length < limit; place = place.next) {
      keys.push(place.entry.keyBytes);
    }
    return keys;
  }
}
