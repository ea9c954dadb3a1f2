/**
 * The memory of a machine's values, by a model and never that of the computer, so that a replay ends in the same
 * place. New values are added up; when the sum reaches the limit, the values that are still in use are counted
 * (as a collector would mark them) and the sum starts again from there. If they alone are too much, there is not
 * enough memory.
 */
import { charge, pause } from './pause.ts';

/** Bytes of JavaScript's memory behind each kind of value, roughly. */
export const STRING_BYTES = 200;
export const TABLE_BYTES = 200;
export const SLOT_BYTES = 56;
export const NODE_BYTES = 150;
export const FUNCTION_BYTES = 150;
export const CALL_BYTES = 160;

/** The most that the values of one machine may take, if the server has as much. */
export const MAX_MACHINE_BYTES = 512 * 1024 * 1024;
/** The part of it that may be one string, and the part that may be made between two counts. */
const STRING_SHARE = 1 / 4;
const ALLOWANCE_SHARE = 1 / 16;

/** Thrown where a value would take too much; the machine makes Lua's own error of it. */
export class NotEnoughMemory {
  readonly message = 'not enough memory';
}

/** Stack slots for the thrown value, above those of the running function. */
const ROOM = 20;

/** Ends the running function with Lua's error. Its frame goes away, so it may grow for the message. */
export function refuseMemory(): never {
  const { thread } = pause;
  if (thread !== null) thread.ci.top += ROOM;
  throw new NotEnoughMemory();
}

export const made = {
  /** In use at the last count, and everything made since. */
  bytes: 0,
  /** When to count again. */
  countAt: MAX_MACHINE_BYTES * ALLOWANCE_SHARE,
  /** The limit of the running machine. */
  limit: MAX_MACHINE_BYTES,
  /** Counts what is in use by the running machine; also how many values that were, for the time it takes. */
  count: null as (() => { bytes: number; values: number }) | null,
};

/** Counts bytes that are about to be allocated. Throws before they are. */
export function weigh(bytes: number): void {
  made.bytes += bytes;
  if (made.bytes > made.countAt) recount(bytes);
}

function recount(pending: number): void {
  const { count } = made;
  if (count === null) {
    made.bytes = 0;
    return;
  }
  const live = count();
  charge(live.values >> 3);
  made.bytes = live.bytes + pending;
  made.countAt = made.bytes + Math.max(made.limit * ALLOWANCE_SHARE, live.bytes / 4);
  if (made.bytes <= made.limit) return;
  // Take this value out of the sum again: it is not created.
  made.bytes = live.bytes;
  made.countAt = live.bytes;
  refuseMemory();
}

/** The longest string that can be made. */
export function maxStringBytes(): number {
  return made.limit * STRING_SHARE;
}

/** A string of that length is about to be made. */
export function weighString(length: number): void {
  if (length > maxStringBytes()) refuseMemory();
  weigh(STRING_BYTES + length);
  if (length >= 64) charge(length >> 6);
}

/** Begins anew, for a script that starts. */
export function resetMade(): void {
  made.bytes = 0;
  made.countAt = made.limit * ALLOWANCE_SHARE;
}

const FIRST_SINK_BYTES = 64;

/** Bytes that are written one after the other, as long as a string may be. */
export class ByteSink {
  #bytes = new Uint8Array(FIRST_SINK_BYTES);
  length = 0;

  #reserve(count: number): number {
    const start = this.length;
    const end = start + count;
    if (end > this.#bytes.length) {
      const most = maxStringBytes();
      if (end > most) refuseMemory();
      const grown = new Uint8Array(Math.min(most, Math.max(end, this.#bytes.length * 2)));
      weigh(grown.length);
      charge(start >> 6);
      grown.set(this.#bytes.subarray(0, start));
      this.#bytes = grown;
    }
    this.length = end;
    return start;
  }

  byte(code: number): void {
    const start = this.#reserve(1);
    this.#bytes[start] = code;
  }

  bytes(bytes: Uint8Array): void {
    const { length } = bytes;
    const start = this.#reserve(length);
    if (length > 48) this.#bytes.set(bytes, start);
    else for (let i = 0; i < length; i++) this.#bytes[start + i] = bytes[i];
  }

  /** Characters 0 to 255, one byte each. */
  text(text: string): void {
    const { length } = text;
    const start = this.#reserve(length);
    for (let i = 0; i < length; i++) this.#bytes[start + i] = text.charCodeAt(i);
  }

  zeros(count: number): void {
    this.#reserve(count);
  }

  take(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }
}

/** Memory of the compiler for each byte of source, with one token per byte. */
const COMPILED_BYTES = 100;

/** Refuses source that would take too much to be read. */
export function weighSource(length: number): void {
  if (length * COMPILED_BYTES > made.limit) refuseMemory();
  weigh(length * COMPILED_BYTES);
}
