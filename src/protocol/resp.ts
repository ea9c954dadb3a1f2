/**
 * The wire format of Redis, as a client sees it: commands out, replies in.
 *
 *   +OK\r\n                      a status          :12\r\n        an integer       $3\r\nfoo\r\n   a string
 *   -ERR no\r\n                  an error          *2\r\n…        an array         $-1\r\n  *-1\r\n  _\r\n   nil
 *   %1\r\n…  ~1\r\n…  >1\r\n…    map, set, push    ,1.5\r\n  #t\r\n  (123\r\n  =7\r\ntxt:abc\r\n
 *
 * Replies are read into a tree of plain objects. Reading is incremental: half a reply is kept until the rest
 * comes; bytes that cannot be a reply are a RespError, after which nothing more is read.
 */
import { elementsPerCount, kindOf, lineEndFrom, numberIn } from './resp-elements.ts';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';

export type Reply =
  | { readonly type: 'status' | 'error'; readonly text: string; readonly isCut?: true }
  | { readonly type: 'integer'; readonly value: bigint }
  /** `missing`, here and below: how many bytes or items after these were left out (see readReplies). */
  | { readonly type: 'string'; readonly bytes: Uint8Array; readonly missing?: number }
  | {
      readonly type: 'verbatim';
      readonly format: string;
      readonly bytes: Uint8Array;
      readonly missing?: number;
    }
  | { readonly type: 'nil' }
  | { readonly type: 'boolean'; readonly value: boolean }
  /** A double and a big number stay as they were written, so that nothing is lost in printing them again. */
  | { readonly type: 'double'; readonly text: string }
  | { readonly type: 'big-number'; readonly text: string }
  | { readonly type: 'array' | 'set' | 'push'; readonly items: readonly Reply[]; readonly missing?: number }
  | {
      readonly type: 'map';
      readonly entries: readonly (readonly [Reply, Reply])[];
      readonly missing?: number;
    };

export class RespError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RespError';
  }
}

/** As much as a server may send in one string. */
const maxBulkBytes = 512 * 1024 * 1024;
const maxLineBytes = 1024 * 1024;
const maxItems = 2 ** 32 - 1;
/** Deeper than any reply of a server: the stack of its Lua ends at some 8,000. */
const maxDepth = 10_000;

const CR = 0x0d;
const LF = 0x0a;
const MINUS = 0x2d;

/** A command as clients send it: an array of strings. */
export function encodeCommand(args: readonly Uint8Array[]): Uint8Array {
  const heads = args.map((argument) => encodeUtf8(`$${argument.length}\r\n`));
  const start = encodeUtf8(`*${args.length}\r\n`);
  let length = start.length;
  for (let index = 0; index < args.length; index++) length += heads[index].length + args[index].length + 2;
  const bytes = new Uint8Array(length);
  bytes.set(start, 0);
  let at = start.length;
  for (let index = 0; index < args.length; index++) {
    bytes.set(heads[index], at);
    at += heads[index].length;
    bytes.set(args[index], at);
    at += args[index].length;
    bytes[at++] = CR;
    bytes[at++] = LF;
  }
  return bytes;
}

/** An aggregate that is not complete yet. */
interface OpenAggregate {
  readonly kind: 'array' | 'set' | 'push' | 'map' | 'attribute';
  /** Items still to come; a map has two for each entry. */
  missing: number;
  readonly items: Reply[];
}

export class ReplyReader {
  #buffer: Uint8Array = new Uint8Array(0);
  #at = 0;
  #open: OpenAggregate[] = [];
  #error: RespError | null = null;

  /** Adds more output of the server. */
  push(bytes: Uint8Array): void {
    const rest = this.#buffer.subarray(this.#at);
    if (rest.length === 0) {
      this.#buffer = bytes;
    } else {
      const joined = new Uint8Array(rest.length + bytes.length);
      joined.set(rest, 0);
      joined.set(bytes, rest.length);
      this.#buffer = joined;
    }
    this.#at = 0;
  }

  /** The next whole reply, or undefined until more bytes have come. */
  next(): Reply | undefined {
    if (this.#error !== null) throw this.#error;
    try {
      for (;;) {
        const item = this.#readItem();
        if (item === undefined) return undefined;
        const whole = this.#close(item);
        if (whole !== null) return whole;
      }
    } catch (error) {
      if (error instanceof RespError) this.#error = error;
      throw error;
    }
  }

  /** True when nothing is left over: no bytes and no aggregate half read. */
  get isAtEnd(): boolean {
    return this.#at === this.#buffer.length && this.#open.length === 0;
  }

  /** The partial reply when its end will never come; undefined if nothing of it is readable. */
  rest(): Reply | undefined {
    let reply = this.#restOfItem();
    for (let parent = this.#open.pop(); parent !== undefined; parent = this.#open.pop()) {
      if (reply !== undefined) {
        parent.items.push(reply);
        parent.missing--;
      }
      if (parent.kind === 'attribute') reply = undefined;
      else reply = aggregate(parent.kind, parent.items, parent.missing);
    }
    return reply;
  }

  #restOfItem(): Reply | undefined {
    const type = String.fromCharCode(this.#buffer[this.#at]);
    const lineEnd = this.#findLineEnd();
    if (lineEnd === -1) {
      if (type !== '+' && type !== '-') return undefined;
      const text = decodeUtf8(this.#buffer.subarray(this.#at + 1));
      return { type: type === '+' ? 'status' : 'error', text, isCut: true };
    }
    if (type !== '$' && type !== '=') return undefined;
    const length = readLength(this.#buffer.subarray(this.#at + 1, lineEnd));
    const from = lineEnd + 2;
    const bytes = this.#buffer.slice(from, from + length);
    const missing = length - bytes.length;
    if (type === '$') return { type: 'string', bytes, ...(missing > 0 && { missing }) };
    if (bytes.length < 4) return undefined;
    const format = decodeUtf8(bytes.subarray(0, 3));
    return { type: 'verbatim', format, bytes: bytes.subarray(4), ...(missing > 0 && { missing }) };
  }

  /** Reads one item: a leaf, or the head of an aggregate (which is then open and gives null if it has items). */
  #readItem(): Reply | null | undefined {
    if (this.#at >= this.#buffer.length) return undefined;
    const lineEnd = this.#findLineEnd();
    if (lineEnd === -1) return undefined;
    const kind = kindOf(this.#buffer[this.#at]);
    const line = this.#buffer.subarray(this.#at + 1, lineEnd);
    const after = lineEnd + 2;
    switch (kind) {
      case 'status':
        this.#at = after;
        return { type: 'status', text: decodeUtf8(line) };
      case 'error':
        this.#at = after;
        return { type: 'error', text: decodeUtf8(line) };
      case 'integer':
        this.#at = after;
        return { type: 'integer', value: readInteger(line) };
      case 'double':
        this.#at = after;
        return { type: 'double', text: readDouble(line) };
      case 'big-number':
        this.#at = after;
        return { type: 'big-number', text: readBigNumber(line) };
      case 'boolean':
        this.#at = after;
        return { type: 'boolean', value: readBoolean(line) };
      case 'nil':
        if (line.length > 0) throw new RespError('a null carries nothing');
        this.#at = after;
        return { type: 'nil' };
      case 'string':
      case 'verbatim':
      case 'bulk-error':
        return this.#readBulk(kind, readLength(line), after);
      case undefined: {
        const sign = String.fromCharCode(this.#buffer[this.#at]);
        throw new RespError(`no reply begins with ${JSON.stringify(sign)}`);
      }
      default:
        return this.#openAggregate(kind, readLength(line), after);
    }
  }

  #findLineEnd(): number {
    const limit = this.#at + maxLineBytes;
    const lineEnd = lineEndFrom(this.#buffer, this.#at);
    const isLong = lineEnd === -1 ? this.#buffer.length > limit + 1 : lineEnd > limit;
    if (isLong) throw new RespError('a line of a reply is longer than 1 MB');
    return lineEnd;
  }

  #readBulk(kind: 'string' | 'verbatim' | 'bulk-error', length: number, from: number): Reply | undefined {
    if (length === -1) {
      if (kind !== 'string') throw new RespError(`a ${kind} has a length`);
      this.#at = from;
      return { type: 'nil' };
    }
    if (length > maxBulkBytes) throw new RespError(`a string of ${length} bytes is longer than 512 MB`);
    const end = from + length;
    if (end + 2 > this.#buffer.length) return undefined;
    if (this.#buffer[end] !== CR || this.#buffer[end + 1] !== LF) {
      throw new RespError(`a string does not end after its ${length} bytes`);
    }
    this.#at = end + 2;
    if (kind === 'string') return { type: 'string', bytes: this.#buffer.slice(from, end) };
    if (kind === 'bulk-error') return { type: 'error', text: decodeUtf8(this.#buffer.subarray(from, end)) };
    if (length < 4 || this.#buffer[from + 3] !== 0x3a)
      throw new RespError('a verbatim string names its format');
    return {
      type: 'verbatim',
      format: decodeUtf8(this.#buffer.subarray(from, from + 3)),
      bytes: this.#buffer.slice(from + 4, end),
    };
  }

  #openAggregate(kind: OpenAggregate['kind'], count: number, after: number): Reply | null {
    if (count === -1) {
      if (kind !== 'array') throw new RespError(`a ${kind} has a length`);
      this.#at = after;
      return { type: 'nil' };
    }
    const missing = count * elementsPerCount(kind);
    if (missing > maxItems) throw new RespError(`a reply of ${count} items is too long`);
    if (this.#open.length >= maxDepth) throw new RespError(`a reply is nested deeper than ${maxDepth}`);
    this.#at = after;
    if (missing === 0) return kind === 'attribute' ? null : aggregate(kind, []);
    this.#open.push({ kind, missing, items: [] });
    return null;
  }

  /** Puts an item in its place; returns the reply that it completes. */
  #close(item: Reply | null): Reply | null {
    if (item === null) return null;
    let reply = item;
    for (;;) {
      const parent = this.#open.at(-1);
      if (parent === undefined) return reply;
      parent.items.push(reply);
      parent.missing--;
      if (parent.missing > 0) return null;
      this.#open.pop();
      // Attributes describe the reply after them; the page does not use them.
      if (parent.kind === 'attribute') return null;
      reply = aggregate(parent.kind, parent.items);
    }
  }
}

/** All replies in bytes that hold nothing but whole replies. */
export function decodeReplies(bytes: Uint8Array): Reply[] {
  const reader = new ReplyReader();
  reader.push(bytes);
  const replies: Reply[] = [];
  for (;;) {
    const reply = reader.next();
    if (reply === undefined) break;
    replies.push(reply);
  }
  if (!reader.isAtEnd) throw new RespError('the last reply is not whole');
  return replies;
}

/** The replies at the beginning of the output. The last may be partial: it then says what is missing. */
export function readReplies(bytes: Uint8Array): Reply[] {
  const reader = new ReplyReader();
  reader.push(bytes);
  const replies: Reply[] = [];
  for (;;) {
    const reply = reader.next();
    if (reply === undefined) break;
    replies.push(reply);
  }
  const rest = reader.isAtEnd ? undefined : reader.rest();
  if (rest !== undefined) replies.push(rest);
  return replies;
}

function aggregate(kind: 'array' | 'set' | 'push' | 'map', items: readonly Reply[], missingItems = 0): Reply {
  if (kind !== 'map') return { type: kind, items, ...(missingItems > 0 && { missing: missingItems }) };
  const entries: [Reply, Reply][] = [];
  for (let index = 0; index + 1 < items.length; index += 2) entries.push([items[index], items[index + 1]]);
  // A key whose value is missing is missing with it.
  const missing = Math.ceil(missingItems / 2);
  return { type: 'map', entries, ...(missing > 0 && { missing }) };
}

function readInteger(line: Uint8Array): bigint {
  const text = decodeUtf8(line);
  if (!/^[+-]?\d{1,19}$/.test(text)) throw new RespError(`${JSON.stringify(text)} is not an integer`);
  const value = BigInt(text);
  if (BigInt.asIntN(64, value) !== value) throw new RespError(`${text} does not fit 64 bits`);
  return value;
}

function readLength(line: Uint8Array): number {
  const length = numberIn(line, 0, line.length);
  if (length === null || length < -1 || (length === 0 && line[0] === MINUS)) {
    throw new RespError(`${JSON.stringify(decodeUtf8(line))} is not a length`);
  }
  return length;
}

function readDouble(line: Uint8Array): string {
  const text = decodeUtf8(line);
  if (!/^([+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?|[+-]?inf|-?nan)$/i.test(text)) {
    throw new RespError(`${JSON.stringify(text)} is not a double`);
  }
  return text;
}

function readBigNumber(line: Uint8Array): string {
  const text = decodeUtf8(line);
  if (!/^[+-]?\d+$/.test(text)) throw new RespError(`${JSON.stringify(text)} is not a big number`);
  return text;
}

function readBoolean(line: Uint8Array): boolean {
  if (line.length === 1 && line[0] === 0x74) return true;
  if (line.length === 1 && line[0] === 0x66) return false;
  throw new RespError(`${JSON.stringify(decodeUtf8(line))} is not a boolean`);
}
