/**
 * The input side of a connection: bytes arrive in any portions, commands come out whole.
 *
 * A command is either a RESP array of bulk strings or an inline line:
 *
 *   *2 CRLF $3 CRLF GET CRLF $1 CRLF k CRLF        GET k LF
 *
 * Mirrors processInlineBuffer and processMultibulkBuffer of networking.c, with their limits and
 * their wording. A declared length reserves nothing: memory grows only with bytes that came.
 */

import { splitArguments } from '../../../protocol/split-arguments.ts';
import { parseInteger } from '../../base/numbers.ts';

const CR = 13;
const LF = 10;
const MAX_INLINE_BYTES = 64 * 1024;
const MAX_MULTIBULK = 2147483647;
/** Before AUTH. */
const MAX_STRANGERS_ARGUMENTS = 10;
const MAX_STRANGERS_BULK = 16384;
/** A buffer doubles up to here, and then grows by as much: of a long one half should not lie empty. */
const MAX_GROWTH_BYTES = 64 * 1024 * 1024;
/** Command names kept, a power of two, and how long one may be. */
const KEPT_NAMES = 16;
const MAX_KEPT_NAME = 20;

/** Room made for arguments that were announced, before they have come. */
const MAX_RESERVED = 64;
const NO_ARGUMENTS: Uint8Array[] = [];

/** The connection must be closed after this error. */
export class ProtocolError {
  readonly text: string;

  constructor(what: string) {
    this.text = `ERR Protocol error: ${what}`;
  }
}

export class QueryBuffer {
  /** Bytes received; those before #start are consumed. */
  #bytes: Uint8Array = EMPTY;
  #start = 0;
  #end = 0;
  /** True when #bytes is ours to grow; false when it is the caller's latest portion. */
  #owned = false;
  /** Arguments still to come of the array being read; -1 between commands. */
  #argumentsLeft = -1;
  /** Length of the bulk string being read; -1 when its header has not come yet. */
  #bulkLength = -1;
  #arguments: Uint8Array[] = NO_ARGUMENTS;
  #filled = 0;
  readonly #names: (Uint8Array | undefined)[] = [];
  /** How many of them are copies; the others are views of the buffer. */
  #copied = 0;

  /** Number of bytes waiting for the rest of their command. */
  get pendingBytes(): number {
    return this.#end - this.#start;
  }

  /** Number of bytes in the buffer with those of the command that is running and others already read. */
  get heldBytes(): number {
    return this.#end;
  }

  /** The size of the buffer, spare room included. */
  get capacityBytes(): number {
    return this.#bytes.length;
  }

  append(portion: Uint8Array): void {
    if (this.#start !== this.#end) {
      this.#appendToPending(portion);
      return;
    }
    this.#bytes = portion;
    this.#start = 0;
    this.#end = portion.length;
    this.#owned = false;
  }

  #appendToPending(portion: Uint8Array): void {
    const pending = this.#end - this.#start;
    const needed = pending + portion.length;
    if (this.#owned && needed <= this.#bytes.length) {
      // Move to the front only when the tail has no room, so that appending stays linear.
      if (this.#end + portion.length > this.#bytes.length) {
        this.#copyArguments();
        this.#bytes.copyWithin(0, this.#start, this.#end);
        this.#start = 0;
        this.#end = pending;
      }
    } else {
      const grown = new Uint8Array(needed + Math.min(needed, MAX_GROWTH_BYTES));
      grown.set(this.#bytes.subarray(this.#start, this.#end));
      this.#bytes = grown;
      this.#start = 0;
      this.#end = pending;
      this.#owned = true;
    }
    this.#bytes.set(portion, this.#end);
    this.#end += portion.length;
  }

  /**
   * The next whole command, or null if more bytes are needed. The arguments are views of the buffer: copy an argument
   * to keep it. A bare line end and `*0` are a command without arguments. A client that still has to log in may
   * announce only short commands.
   */
  next(maxBulkBytes: number, isStranger = false): Uint8Array[] | null {
    if (this.#argumentsLeft < 0) {
      if (this.#start === this.#end) return null;
      if (this.#bytes[this.#start] !== 42) return this.#inline();
      const count = this.#lineNumber('too big mbulk count string');
      if (count === undefined) return null;
      if (count === null || count > MAX_MULTIBULK) throw new ProtocolError('invalid multibulk length');
      if (isStranger && count > MAX_STRANGERS_ARGUMENTS) {
        throw new ProtocolError('unauthenticated multibulk length');
      }
      if (count <= 0) return [];
      this.#argumentsLeft = count;
      // An array that grows by pushing takes room for 17. A length that was only declared reserves little.
      this.#arguments = new Array(Math.min(count, MAX_RESERVED));
    }
    while (this.#argumentsLeft > 0) {
      if (this.#bulkLength < 0) {
        if (this.#start === this.#end) return null;
        const type = this.#bytes[this.#start];
        // The server looks for the whole header line before it judges its first byte.
        const length = this.#lineNumber('too big bulk count string');
        if (length === undefined) return null;
        if (type !== 36) {
          throw new ProtocolError(`expected '$', got '${String.fromCharCode(type)}'`);
        }
        if (length === null || length < 0 || length > maxBulkBytes) {
          throw new ProtocolError('invalid bulk length');
        }
        if (isStranger && length > MAX_STRANGERS_BULK) {
          throw new ProtocolError('unauthenticated bulk length');
        }
        this.#bulkLength = length;
      }
      const bulkEnd = this.#start + this.#bulkLength;
      if (bulkEnd + 2 > this.#end) return null;
      this.#arguments[this.#filled] = this.#filled === 0 ? this.#name() : this.#view();
      this.#filled++;
      this.#start = bulkEnd + 2;
      this.#bulkLength = -1;
      this.#argumentsLeft--;
    }
    this.#argumentsLeft = -1;
    const command = this.#arguments;
    this.#arguments = NO_ARGUMENTS;
    this.#filled = 0;
    this.#copied = 0;
    return command;
  }

  /** The bulk string at the start. Three times as fast as subarray, and it happens for every argument. */
  #view(): Uint8Array {
    const { buffer, byteOffset } = this.#bytes;
    return new Uint8Array(buffer, byteOffset + this.#start, this.#bulkLength);
  }

  /** The same for the name of a command. A client sends few different ones: each is kept and used again. */
  #name(): Uint8Array {
    const length = this.#bulkLength;
    if (length === 0 || length > MAX_KEPT_NAME) return this.#view();
    const bytes = this.#bytes;
    const start = this.#start;
    const slot = (length + bytes[start] * 3 + bytes[start + length - 1]) & (KEPT_NAMES - 1);
    const kept = this.#names[slot];
    if (kept !== undefined && kept.length === length) {
      let same = 0;
      while (same < length && kept[same] === bytes[start + same]) same++;
      if (same === length) return kept;
    }
    const name = this.#view().slice();
    this.#names[slot] = name;
    return name;
  }

  /**
   * Releases the caller's bytes: the remainder is copied, so that the caller can reuse its buffer. Returns its length.
   */
  settle(): number {
    const pending = this.#end - this.#start;
    if (this.#owned) return pending;
    if (pending === 0) {
      this.#bytes = EMPTY;
      this.#start = 0;
      this.#end = 0;
    } else {
      this.#bytes = this.#bytes.slice(this.#start, this.#end);
      this.#start = 0;
      this.#end = pending;
      this.#owned = true;
    }
    this.#copyArguments();
    return pending;
  }

  /** The arguments read so far of an unfinished command stay what they are when their bytes are overwritten. */
  #copyArguments(): void {
    for (let index = this.#copied; index < this.#filled; index++) {
      this.#arguments[index] = this.#arguments[index].slice();
    }
    this.#copied = this.#filled;
  }

  /**
   * Reads the number between the type byte and CRLF and moves past the line.
   * Returns undefined when the line is not complete, null when it is not a number.
   */
  #lineNumber(tooBig: string): number | null | undefined {
    const bytes = this.#bytes;
    let at = this.#start + 1;
    // Almost every header is one or two digits long: read those without searching for the line end.
    const first = bytes[at] - 48;
    if (at + 2 < this.#end && first >= 0 && first <= 9) {
      if (bytes[at + 1] === CR) {
        this.#start = at + 3;
        return first;
      }
      const second = bytes[at + 1] - 48;
      if (first > 0 && second >= 0 && second <= 9 && at + 3 < this.#end && bytes[at + 2] === CR) {
        this.#start = at + 4;
        return first * 10 + second;
      }
    }
    // A NUL ends a C string: a line that has one is never found to end.
    at = this.#start;
    while (at < this.#end && bytes[at] !== CR && bytes[at] !== 0) at++;
    if (at - this.#start > MAX_INLINE_BYTES) throw new ProtocolError(tooBig);
    if (at === this.#end || bytes[at] === 0) {
      if (this.#end - this.#start > MAX_INLINE_BYTES) throw new ProtocolError(tooBig);
      return undefined;
    }
    // The byte after CR must have come too, but it is not looked at, as in the server.
    if (at + 1 === this.#end) return undefined;
    const value = parseInteger(bytes.subarray(this.#start + 1, at));
    this.#start = at + 2;
    return value === null ? null : Number(value);
  }

  #inline(): Uint8Array[] | null {
    const found = this.#bytes.indexOf(LF, this.#start);
    const lineEnd = found === -1 || found > this.#end ? this.#end : found;
    const isTooBig = lineEnd - this.#start > MAX_INLINE_BYTES;
    const isWhole = lineEnd < this.#end && !this.#bytes.subarray(this.#start, lineEnd).includes(0);
    if (isTooBig || (!isWhole && this.#end - this.#start > MAX_INLINE_BYTES)) {
      throw new ProtocolError('too big inline request');
    }
    if (!isWhole) return null;
    const contentEnd = lineEnd > this.#start && this.#bytes[lineEnd - 1] === CR ? lineEnd - 1 : lineEnd;
    const words = splitArguments(this.#bytes.subarray(this.#start, contentEnd));
    this.#start = lineEnd + 1;
    if (words === null) throw new ProtocolError('unbalanced quotes in request');
    return words;
  }
}

const EMPTY = new Uint8Array(0);
