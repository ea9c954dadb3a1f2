/**
 * Inputs as bytes, for a block of a saved session. A block can be read by itself: it says which branch its inputs
 * belong to, at which input it begins and what time it was before. Then follow rows: a letter, the microseconds since
 * the input before, and what the input carries. Numbers are as in protocol buffers: seven bits a byte, the lowest first.
 *
 *   branch  base  from  time       rows
 *   1       0     0     µs         'o' 0 1   'd' 1500 1 14 <14 bytes>   'T' 100000 36000
 *
 * `base` is 0 where the block goes on at the end of what the file has of its branch. Otherwise the branch is new and
 * begins with the first `from` inputs of the branch `base`.
 *
 * 'T' is a run of ticks that are equally far apart: an hour of them takes some six bytes. Bytes too long for a block
 * are cut: 'p' rows carry all parts but the last. A row '@' holds a time with fractions of a microsecond. Where there
 * are several servers, a row 'n' names the one that the next input is for, a row 'w' changes their world, as JSON, and
 * a row 'N' lets so many things happen that are due in it: it has a number and no time, which follows.
 */
import type { CrashLoss } from '../protocol/session.ts';
import type { SessionInput, TimedInput } from '../protocol/world.ts';
import { isChange } from './frames.ts';
import { readChange } from './saved-world.ts';
import { BLOCK_BYTES, joined } from './session-blocks.ts';

/** Which inputs are written: those of `inputs` from `from` up to `to`. */
export interface InputRange {
  readonly branch: number;
  readonly base: number;
  readonly inputs: readonly SessionInput[];
  readonly startMs: number;
  readonly from: number;
  readonly to: number;
}

export interface InputBlock {
  readonly bytes: Uint8Array;
  /** The inputs in the block end before this one. */
  readonly end: number;
  /** The last of them has only begun: it goes on in the next block. */
  readonly isCut: boolean;
}

export interface InputBlockHead {
  readonly branch: number;
  readonly base: number;
  readonly from: number;
}

const OPEN = 0x6f;
const CLOSE = 0x63;
const DATA = 0x64;
const PART = 0x70;
const TICK = 0x74;
const TICKS = 0x54;
const CRASH = 0x78;
const RESTART = 0x72;
const DISK = 0x66;
const EXACTLY = 0x40;
/** A change of the world as JSON is never longer. */
const MAX_CHANGE_BYTES = 4096;
const MAX_NODE = 1000;
const NODE = 0x6e;
const WORLD = 0x77;
const NEXT = 0x4e;

const LOSSES: readonly CrashLoss[] = ['nothing', 'unsynced', 'torn'];
const MAX_CLIENT = 1_000_000;
const MAX_FSYNC_MS = 3_600_000;
const MAX_TIME_US = 4e15;
/** Blocks of a quarter of what may be read: what is in work at a time stays small. */
const WRITTEN_BYTES = BLOCK_BYTES / 4;
/** A row without its bytes is never longer. */
const ROW_BYTES = 64;

const microseconds = (nowMs: number) => Math.round(nowMs * 1000);

class Writer {
  readonly #bytes = new Uint8Array(WRITTEN_BYTES + ROW_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;

  get room(): number {
    return WRITTEN_BYTES - this.#at;
  }

  number(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.#bytes[this.#at++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#at++] = rest;
  }

  double(value: number): void {
    this.#view.setFloat64(this.#at, value, true);
    this.#at += 8;
  }

  bytes(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** What was written, and begins anew. */
  take(): Uint8Array {
    const written = this.#bytes.slice(0, this.#at);
    this.#at = 0;
    return written;
  }
}

/** The blocks of a range, one after the other; none when the range is empty. */
export function* writeInputs(range: InputRange): Generator<InputBlock> {
  const { branch, inputs, startMs, from, to } = range;
  const writer = new Writer();
  let nowUs = microseconds(lastTimeMs(inputs, from) ?? startMs);
  let base = range.base;
  let isFresh = true;
  const begin = (at: number) => {
    for (const value of [branch, base, at, nowUs]) writer.number(value);
    base = 0;
    isFresh = true;
  };
  // A block without rows stands for a branch that has no inputs of its own yet.
  const isEmpty = from === to && base === 0;
  if (!isEmpty) begin(from);
  for (let at = from; at < to; ) {
    const input = inputs[at];
    // Only what fits into no block is cut.
    if (writer.room < roomFor(input) && !isFresh) {
      yield { bytes: writer.take(), end: at, isCut: false };
      begin(at);
    }
    isFresh = false;
    if (input.type === 'next') {
      let end = at + 1;
      while (end < to && inputs[end].type === 'next') end++;
      writer.number(NEXT);
      writer.number(end - at);
      at = end;
      continue;
    }
    const sinceUs = microseconds(input.nowMs) - nowUs;
    nowUs += sinceUs;
    if (nowUs / 1000 !== input.nowMs) {
      writer.number(EXACTLY);
      writer.double(input.nowMs);
    }
    if ('node' in input && input.node !== undefined && !isChange(input)) {
      writer.number(NODE);
      writer.number(input.node);
    }
    if (input.type === 'tick') {
      let end = at + 1;
      while (end < to && isTickAfter(inputs[end], nowUs + sinceUs)) {
        nowUs += sinceUs;
        end++;
      }
      writer.number(end - at === 1 ? TICK : TICKS);
      writer.number(sinceUs);
      if (end - at > 1) writer.number(end - at);
      at = end;
      continue;
    }
    if (input.type === 'data') {
      let { bytes } = input;
      while (bytes.length > writer.room - ROW_BYTES) {
        const part = bytes.subarray(0, Math.max(0, writer.room - ROW_BYTES));
        writer.number(PART);
        writer.number(part.length);
        writer.bytes(part);
        bytes = bytes.subarray(part.length);
        // Its last row has its time; until then the time at the block's beginning holds.
        nowUs -= sinceUs;
        yield { bytes: writer.take(), end: at, isCut: true };
        begin(at);
        nowUs += sinceUs;
        if (nowUs / 1000 !== input.nowMs) {
          writer.number(EXACTLY);
          writer.double(input.nowMs);
        }
      }
      writer.number(DATA);
      writer.number(sinceUs);
      writer.number(input.client);
      writer.number(bytes.length);
      writer.bytes(bytes);
    } else writePlain(writer, input, sinceUs);
    at++;
  }
  if (!isEmpty) yield { bytes: writer.take(), end: to, isCut: false };
}

function roomFor(input: SessionInput): number {
  if (input.type === 'data') return ROW_BYTES * 2 + input.bytes.length;
  return isChange(input) ? ROW_BYTES + MAX_CHANGE_BYTES : ROW_BYTES;
}

/** What the latest of the first `count` inputs says that has a time. */
export function lastTimeMs(inputs: readonly SessionInput[], count: number): number | null {
  for (let at = count - 1; at >= 0; at--) {
    const input = inputs[at];
    if (input.type !== 'next') return input.nowMs;
  }
  return null;
}

/** Whether the input is a tick at that very microsecond. */
function isTickAfter(input: SessionInput, nowUs: number): boolean {
  return input.type === 'tick' && nowUs / 1000 === input.nowMs;
}

function writePlain(
  writer: Writer,
  input: Exclude<TimedInput, { type: 'tick' } | { type: 'data' }>,
  sinceUs: number,
): void {
  if (isChange(input)) {
    const { nowMs: _, ...change } = input;
    const bytes = new TextEncoder().encode(JSON.stringify(change));
    if (bytes.length > MAX_CHANGE_BYTES) throw new Error('a change of the world is too long');
    writer.number(WORLD);
    writer.number(sinceUs);
    writer.number(bytes.length);
    writer.bytes(bytes);
    return;
  }
  switch (input.type) {
    case 'open':
    case 'close':
      writer.number(input.type === 'open' ? OPEN : CLOSE);
      writer.number(sinceUs);
      writer.number(input.client);
      return;
    case 'crash':
      writer.number(CRASH);
      writer.number(sinceUs);
      writer.number(LOSSES.indexOf(input.loss));
      return;
    case 'restart':
      writer.number(RESTART);
      writer.number(sinceUs);
      return;
    case 'disk':
      writer.number(DISK);
      writer.number(sinceUs);
      // 0: not said; 1: not full; 2: full.
      writer.number(input.full === undefined ? 0 : input.full ? 2 : 1);
      writer.number(input.fsyncMs === undefined ? 0 : 1);
      writer.double(input.fsyncMs ?? 0);
  }
}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  number(what: string, max: number): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      if (this.#at >= this.#bytes.length) throw new Error(`the block ends inside ${what}`);
      const byte = this.#bytes[this.#at++];
      value += (byte & 127) * scale;
      if (value > max) throw new Error(`${what} is out of range`);
      if (byte < 128) return value;
      scale *= 128;
      if (scale > 2 ** 53) throw new Error(`${what} is out of range`);
    }
  }

  double(what: string, min: number, max: number): number {
    if (this.#at + 8 > this.#bytes.length) throw new Error(`the block ends inside ${what}`);
    const value = this.#view.getFloat64(this.#at, true);
    this.#at += 8;
    if (!(value >= min && value <= max)) throw new Error(`${what} is out of range`);
    return value;
  }

  /** A copy: what an engine keeps of it must not hold the whole block. */
  bytes(what: string): Uint8Array {
    const length = this.number(`the length of ${what}`, BLOCK_BYTES);
    if (this.#at + length > this.#bytes.length) throw new Error(`the block ends inside ${what}`);
    this.#at += length;
    return this.#bytes.slice(this.#at - length, this.#at);
  }
}

/** What the inputs of a file are counted against before anything is built from them. */
export interface Allowance {
  takeInputs(count: number): void;
  takeBytes(count: number): void;
}

/** Reads the blocks of one branch after the other: bytes that are cut go on in the next one. */
export class InputReader {
  readonly #allowance: Allowance;
  #parts: Uint8Array[] = [];
  /** The node of the next input; null where none is named. */
  #node: number | null = null;

  constructor(allowance: Allowance) {
    this.#allowance = allowance;
  }

  /** Whether an input has begun whose end is still to come. */
  get isCut(): boolean {
    return this.#parts.length > 0;
  }

  /** Gives each input of a block to `take`, in order; `begin` first learns where they belong. */
  read(block: Uint8Array, begin: (head: InputBlockHead) => void, take: (input: SessionInput) => void): void {
    const reader = new Reader(block);
    const branch = reader.number('the branch', 1_000_000);
    const base = reader.number('the base of the branch', 1_000_000);
    const from = reader.number('the first input', Number.MAX_SAFE_INTEGER);
    let nowUs = reader.number('the time', MAX_TIME_US);
    let exactMs: number | null = null;
    begin({ branch, base, from });
    while (!reader.isAtEnd) {
      const kind = reader.number('the kind of an input', 127);
      if (kind === EXACTLY) {
        exactMs = reader.double('a time', 0, MAX_TIME_US / 1000);
        continue;
      }
      if (kind === NODE) {
        this.#node = reader.number('a node', MAX_NODE);
        continue;
      }
      if (kind === PART) {
        const part = reader.bytes('a part of an input');
        this.#allowance.takeBytes(part.length);
        this.#parts.push(part);
        exactMs = null;
        continue;
      }
      if (this.isCut && kind !== DATA) throw new Error('an input is cut and does not go on');
      if (kind === NEXT) {
        const count = reader.number('the number of things that happen', Number.MAX_SAFE_INTEGER);
        this.#allowance.takeInputs(count);
        for (let nth = 0; nth < count; nth++) take({ type: 'next' });
        continue;
      }
      const sinceUs = reader.number('the time of an input', MAX_TIME_US);
      if (kind === TICKS) {
        const count = reader.number('the number of ticks', Number.MAX_SAFE_INTEGER);
        if (count === 0 || nowUs + sinceUs * count > MAX_TIME_US) throw new Error('ticks are out of range');
        requireSame(exactMs, nowUs + sinceUs);
        this.#allowance.takeInputs(count);
        for (let nth = 0; nth < count; nth++) {
          nowUs += sinceUs;
          take({ type: 'tick', nowMs: exactMs ?? nowUs / 1000 });
          exactMs = null;
        }
        continue;
      }
      nowUs += sinceUs;
      if (nowUs > MAX_TIME_US) throw new Error('the time of an input is out of range');
      const nowMs = exactMs ?? nowUs / 1000;
      requireSame(exactMs, nowUs);
      exactMs = null;
      this.#allowance.takeInputs(1);
      const input = this.#rest(reader, kind, nowMs);
      take(this.#node === null ? input : ({ ...input, node: this.#node } as SessionInput));
      this.#node = null;
    }
  }

  #rest(reader: Reader, kind: number, nowMs: number): SessionInput {
    switch (kind) {
      case TICK:
        return { type: 'tick', nowMs };
      case OPEN:
      case CLOSE: {
        const client = clientIn(reader);
        return { type: kind === OPEN ? 'open' : 'close', nowMs, client };
      }
      case DATA: {
        const client = clientIn(reader);
        const last = reader.bytes('an input');
        this.#allowance.takeBytes(last.length);
        const bytes = this.#parts.length === 0 ? last : joined([...this.#parts, last]);
        this.#parts = [];
        return { type: 'data', nowMs, client, bytes };
      }
      case CRASH:
        return { type: 'crash', nowMs, loss: LOSSES[reader.number('what a crash loses', LOSSES.length - 1)] };
      case RESTART:
        return { type: 'restart', nowMs };
      case DISK: {
        const full = reader.number('whether the disk is full', 2);
        const isSlow = reader.number('whether a fsync takes long', 1) === 1;
        const fsyncMs = reader.double('the time of a fsync', 0, MAX_FSYNC_MS);
        return {
          type: 'disk',
          nowMs,
          ...(full === 0 ? {} : { full: full === 2 }),
          ...(isSlow ? { fsyncMs } : {}),
        };
      }
      case WORLD:
        return readChange(reader.bytes('a change of the world'), nowMs);
      default:
        throw new Error('an input is of an unknown kind');
    }
  }
}

function requireSame(exactMs: number | null, nowUs: number): void {
  if (exactMs !== null && microseconds(exactMs) !== nowUs) throw new Error('two times of one input differ');
}

function clientIn(reader: Reader): number {
  const client = reader.number('the client', MAX_CLIENT);
  if (client === 0) throw new Error('the client is out of range');
  return client;
}
