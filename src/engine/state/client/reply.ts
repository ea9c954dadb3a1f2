/**
 * The output buffer of a client: RESP2 or RESP3 bytes, appended as the command produces them.
 * Mirrors the addReply family of networking.c: where the two protocols differ, the method decides,
 * so that a command says what it means (a map, a null, a double) and never how it is spelled.
 */
import { latin1 } from '../../base/bytes.ts';
import type { Heap } from '../../base/heap.ts';
import type { Int64 } from '../../base/numbers.ts';
import { formatDouble } from '../../base/numbers.ts';

const CR = 13;
const LF = 10;
const MIN_CAPACITY = 1024;
/** A larger buffer is freed after sending. */
const KEEP_CAPACITY = 1 << 20;
const SHORT_COPY_BYTES = 48;
/**
 * The most output for one client between two sends. A server continues for as long as the computer has memory; here the
 * rest is dropped and the connection is closed, as for a client over its output limit.
 */
export const MAX_REPLY_BYTES = 640 * 1024 * 1024;

export class ReplyBuffer {
  /** 2 or 3: the protocol the client speaks. */
  protocol: 2 | 3 = 2;
  #bytes = new Uint8Array(MIN_CAPACITY);
  #length = 0;
  /** More was written than fits: the contents are incomplete. */
  isTooLong = false;
  /** Where pushes begin and end, in pairs: messages are not part of a reply and stay when the reply is dropped. */
  #pushes: number[] = [];

  get length(): number {
    return this.#length;
  }

  /** Takes everything written so far, leaving the buffer empty. */
  take(): Uint8Array {
    const length = this.#length;
    let taken: Uint8Array;
    if (length > SHORT_COPY_BYTES) {
      // A large buffer is given away below: no copy of it.
      taken = length > KEEP_CAPACITY ? this.#bytes.subarray(0, length) : this.#bytes.slice(0, length);
    } else {
      // Most replies are this short, and a loop is faster than a call into the runtime.
      taken = new Uint8Array(length);
      const bytes = this.#bytes;
      for (let i = 0; i < length; i++) taken[i] = bytes[i];
    }
    this.#length = 0;
    this.isTooLong = false;
    if (this.#pushes.length > 0) this.#pushes = [];
    if (this.#bytes.length > KEEP_CAPACITY) this.#bytes = new Uint8Array(MIN_CAPACITY);
    return taken;
  }

  /** Drops the bytes after `length`, for suppressed replies. */
  truncate(length: number): void {
    if (length >= this.#length) return;
    this.#length = length;
    if (this.#pushes.length > 0) this.#gatherPushes();
  }

  /** Marks the bytes since `start` as a message to the client, not part of the reply to its command. */
  endPush(start: number): void {
    this.#pushes.push(start, this.#length);
  }

  /** The bytes since `start`, without taking them. */
  since(start: number): Uint8Array {
    return this.#bytes.subarray(start, this.#length);
  }

  ok(): void {
    this.ascii('+OK\r\n');
  }

  status(text: string): void {
    this.ascii(`+${text}\r\n`);
  }

  /** `text` starts with the error code. Line ends would break the protocol: the last go, others become spaces. */
  error(text: string): void {
    this.ascii(`-${text.replace(/[\r\n]+$/, '').replace(/[\r\n]/g, ' ')}\r\n`);
  }

  integer(value: Int64): void {
    if (typeof value === 'number' && value >= 0 && value < 1_000_000_000) {
      this.#header(58, value);
    } else {
      this.ascii(`:${value}\r\n`);
    }
  }

  /** A null where a string or a number would stand. */
  nil(): void {
    this.ascii(this.protocol === 3 ? '_\r\n' : '$-1\r\n');
  }

  /** A null where an array would stand. */
  nilArray(): void {
    this.ascii(this.protocol === 3 ? '_\r\n' : '*-1\r\n');
  }

  bulk(bytes: Uint8Array, length = bytes.length): void {
    this.#header(36, length);
    const start = this.#reserve(length + 2);
    const target = this.#bytes;
    if (length <= SHORT_COPY_BYTES) {
      for (let i = 0; i < length; i++) target[start + i] = bytes[i];
    } else {
      target.set(length === bytes.length ? bytes : bytes.subarray(0, length), start);
    }
    target[start + length] = CR;
    target[start + length + 1] = LF;
  }

  /** A bulk string whose characters lie on the engine's heap. */
  bulkFromHeap(heap: Heap, place: number, length: number): void {
    this.#header(36, length);
    const start = this.#reserve(length + 2);
    const target = this.#bytes;
    heap.copyTo(place, length, target, start);
    target[start + length] = CR;
    target[start + length + 1] = LF;
  }

  /** A bulk string of ASCII text. */
  text(text: string): void {
    this.#header(36, text.length);
    this.ascii(text);
    this.ascii('\r\n');
  }

  /** An integer spelled as a bulk string, as GET answers for an int-encoded value. */
  integerText(value: Int64): void {
    this.text(String(value));
  }

  array(length: number): void {
    this.#header(42, length);
  }

  map(pairs: number): void {
    if (this.protocol === 3) this.#header(37, pairs);
    else this.#header(42, pairs * 2);
  }

  set(length: number): void {
    this.#header(this.protocol === 3 ? 126 : 42, length);
  }

  push(length: number): void {
    this.#header(this.protocol === 3 ? 62 : 42, length);
  }

  boolean(value: boolean): void {
    if (this.protocol === 3) this.ascii(value ? '#t\r\n' : '#f\r\n');
    else this.integer(value ? 1 : 0);
  }

  double(value: number): void {
    const text = formatDouble(value);
    if (this.protocol === 3) this.ascii(`,${text}\r\n`);
    else this.text(text);
  }

  bigNumber(digits: string): void {
    if (this.protocol === 3) this.ascii(`(${digits}\r\n`);
    else this.text(digits);
  }

  /** Text for people: verbatim in RESP3 with its three-letter format, a bulk string in RESP2. */
  verbatim(text: string, format: 'txt' | 'mkd' = 'txt'): void {
    if (this.protocol === 3) {
      this.#header(61, text.length + 4);
      this.ascii(`${format}:`);
      this.ascii(text);
      this.ascii('\r\n');
    } else {
      this.text(text);
    }
  }

  /**
   * Starts an aggregate whose length is known only at its end: hand the returned mark to
   * `endArray`, `endMap` or `endSet`, which put the header in front of what was written since.
   */
  begin(): number {
    return this.#length;
  }

  endArray(mark: number, length: number): void {
    this.#insertHeader(mark, `*${length}\r\n`);
  }

  endMap(mark: number, pairs: number): void {
    this.#insertHeader(mark, this.protocol === 3 ? `%${pairs}\r\n` : `*${pairs * 2}\r\n`);
  }

  endSet(mark: number, length: number): void {
    this.#insertHeader(mark, `${this.protocol === 3 ? '~' : '*'}${length}\r\n`);
  }

  /** Appends the contents of another buffer. */
  append(other: ReplyBuffer): void {
    if (this.#length === 0 && other.#length > KEEP_CAPACITY) {
      this.#bytes = other.#bytes;
      this.#length = other.#length;
    } else {
      this.raw(other.since(0));
    }
  }

  /** Bytes that are RESP already. */
  raw(bytes: Uint8Array): void {
    const start = this.#reserve(bytes.length);
    this.#bytes.set(bytes, start);
  }

  /** Characters 0 to 255, one byte each. */
  ascii(text: string): void {
    const length = text.length;
    const start = this.#reserve(length);
    const target = this.#bytes;
    for (let i = 0; i < length; i++) target[start + i] = text.charCodeAt(i);
  }

  toString(): string {
    return latin1(this.#bytes, 0, this.#length);
  }

  /** Pushes beyond the end move up to it. */
  #gatherPushes(): void {
    const pushes = this.#pushes;
    this.#pushes = [];
    for (let i = 0; i < pushes.length; i += 2) {
      const [start, end] = [pushes[i], pushes[i + 1]];
      if (start >= this.#length) {
        this.#bytes.copyWithin(this.#length, start, end);
        this.#pushes.push(this.#length, this.#length + end - start);
        this.#length += end - start;
      } else {
        this.#pushes.push(start, end);
      }
    }
  }

  #insertHeader(mark: number, header: string): void {
    if (this.isTooLong) return;
    const end = this.#length;
    for (let i = 0; i < this.#pushes.length; i += 2) {
      if (this.#pushes[i] < mark) continue;
      this.#pushes[i] += header.length;
      this.#pushes[i + 1] += header.length;
    }
    this.#reserve(header.length);
    this.#bytes.copyWithin(mark + header.length, mark, end);
    for (let i = 0; i < header.length; i++) this.#bytes[mark + i] = header.charCodeAt(i);
  }

  /** A type byte, a decimal number below 10^9 and the line end, without making a string. */
  #header(type: number, value: number): void {
    const digits = value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : decimalDigits(value);
    const start = this.#reserve(digits + 3);
    const target = this.#bytes;
    target[start] = type;
    let rest = value;
    for (let at = start + digits; at > start; at--) {
      const next = (rest / 10) | 0;
      target[at] = 48 + rest - next * 10;
      rest = next;
    }
    target[start + digits + 1] = CR;
    target[start + digits + 2] = LF;
  }

  #reserve(count: number): number {
    const start = this.#length;
    const end = start + count;
    if (end > this.#bytes.length) return this.#grow(count);
    this.#length = end;
    return start;
  }

  #grow(count: number): number {
    const start = this.#length;
    const end = start + count;
    if (end > MAX_REPLY_BYTES) return this.#overflow(count);
    const grown = new Uint8Array(Math.max(end, Math.min(MAX_REPLY_BYTES, this.#bytes.length * 2)));
    grown.set(this.#bytes.subarray(0, start));
    this.#bytes = grown;
    this.#length = end;
    return start;
  }

  /** Where bytes go that are never read: over the first ones. */
  #overflow(count: number): number {
    this.isTooLong = true;
    if (count > this.#bytes.length) this.#bytes = new Uint8Array(count);
    return 0;
  }
}

function decimalDigits(value: number): number {
  let digits = 4;
  for (let bound = 10_000; value >= bound; bound *= 10) digits++;
  return digits;
}
