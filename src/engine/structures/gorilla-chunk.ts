/**
 * A compressed chunk of a time series, with the method of Facebook's Gorilla: a sample is written as its difference
 * from the expected one. Bits follow each other without gaps (bit-stream.ts).
 *
 * The first sample is written whole, 64 bits of time and 64 of value. Every other sample begins with the delta of
 * deltas: how much longer or shorter the step in time is than the previous one (0 before the second sample):
 *
 *     0                     the same step
 *     10     + 7 bits       -64 … 63            numbers with a sign, two's complement
 *     110    + 9 bits       -256 … 255
 *     1110   + 12 bits      -2048 … 2047
 *     11110  + 32 bits
 *     11111  + 64 bits
 *
 * and then the value, XORed with the previous one. Common bits become zeros at either end:
 *
 *     0                                         the same value
 *     10     + the window                       the bits that differ lie inside the window of the sample before
 *     11     + 5 bits + 6 bits + the window     zeros in front, length of the window (64 is written as 0)
 *
 * Worked example: (1000, 30) (1010, 30) (1020, 31). After 128 bits come 10 0001010 and 0 for the second sample, whose
 * step is 10 longer than none; then 0 for the third, in step, and 11 01111 000001 1 for its value: 30 XOR 31 is
 * 0001000000000000 in hexadecimal, 15 zeros, and a window of one bit. 153 bits; as they are, three samples take 384.
 *
 * Times are whole milliseconds up to 2^53 - 1.
 */
import { readBits, writeBits } from './bit-stream.ts';
import { SeriesBlock } from './series-block.ts';
import type { Samples, SeriesChunk } from './series-chunk.ts';

const WHOLE_SAMPLE_BITS = 128;
const LEADING_BITS = 5;
const LENGTH_BITS = 6;
const MAX_LEADING = 31;

/** The codes of a delta of deltas: how they begin, and how many bits follow. */
interface StepCode {
  readonly prefix: number;
  readonly prefixBits: number;
  readonly valueBits: number;
}

const STEP_CODES: readonly StepCode[] = [
  { prefix: 0b10, prefixBits: 2, valueBits: 7 },
  { prefix: 0b110, prefixBits: 3, valueBits: 9 },
  { prefix: 0b1110, prefixBits: 4, valueBits: 12 },
  { prefix: 0b11110, prefixBits: 5, valueBits: 32 },
  { prefix: 0b11111, prefixBits: 5, valueBits: 64 },
];

const STEP_NAMES = STEP_CODES.map(({ prefix }) => prefix.toString(2));

function stepCodeOf(difference: number): StepCode | null {
  if (difference === 0) return null;
  for (const code of STEP_CODES) {
    const limit = 2 ** (code.valueBits - 1);
    if (difference >= -limit && difference < limit) return code;
  }
  return STEP_CODES[STEP_CODES.length - 1];
}

const scratch = new DataView(new ArrayBuffer(8));

function highBits(value: number): number {
  scratch.setFloat64(0, value);
  return scratch.getUint32(0);
}

function lowBits(value: number): number {
  scratch.setFloat64(0, value);
  return scratch.getUint32(4);
}

function doubleOf(high: number, low: number): number {
  scratch.setUint32(0, high);
  scratch.setUint32(4, low);
  return scratch.getFloat64(0);
}

/** Where each part of a sample lies, for the panel that shows the bits. */
export interface GorillaSpan {
  readonly index: number;
  readonly timestamp: number;
  readonly value: number;
  /** 'whole' for the first sample; the prefix of the code otherwise. */
  readonly stepCode: string;
  readonly stepFromBit: number;
  readonly valueFromBit: number;
  readonly untilBit: number;
  /** How much longer the step is than the one before; 0 for the first sample. */
  readonly deltaOfDelta: number;
  readonly valueCode: 'whole' | '0' | '10' | '11';
  /** The window of the XOR: zeros in front of it and its length; 0 and 0 without one. */
  readonly leadingZeros: number;
  readonly windowBits: number;
}

/** Bits of a number that may have more than 32. */
function writeWide(bytes: Uint8Array, at: number, high: number, low: number, width: number): void {
  if (width > 32) {
    writeBits(bytes, at, high, width - 32);
    writeBits(bytes, at + width - 32, low, 32);
  } else {
    writeBits(bytes, at, low, width);
  }
}

export class GorillaChunk extends SeriesBlock implements SeriesChunk {
  count = 0;
  usedBits = 0;
  firstTimestamp = 0;
  lastTimestamp = 0;
  lastValue = 0;
  #step = 0;
  #leading = 0;
  /** Bits of the window; 0 before the first. */
  #window = 0;

  append(timestamp: number, value: number): boolean {
    if (this.count === 0) {
      if (this.sizeBytes * 8 < WHOLE_SAMPLE_BITS) return false;
      writeBits(this.memory, 0, Math.floor(timestamp / 2 ** 32), 32);
      writeBits(this.memory, 32, timestamp >>> 0, 32);
      writeWide(this.memory, 64, highBits(value), lowBits(value), 64);
      this.usedBits = WHOLE_SAMPLE_BITS;
      this.firstTimestamp = timestamp;
    } else {
      const step = timestamp - this.lastTimestamp;
      const stepCode = stepCodeOf(step - this.#step);
      const high = highBits(value) ^ highBits(this.lastValue);
      const low = lowBits(value) ^ lowBits(this.lastValue);
      const leading = Math.min(MAX_LEADING, high !== 0 ? Math.clz32(high) : 32 + Math.clz32(low));
      const trailing = low !== 0 ? trailingZeros(low) : 32 + trailingZeros(high);
      const isSame = high === 0 && low === 0;
      const fits =
        this.#window > 0 && leading >= this.#leading && 64 - trailing <= this.#leading + this.#window;
      const from = fits ? this.#leading : leading;
      const window = isSame ? 0 : fits ? this.#window : 64 - leading - trailing;
      const stepBits = stepCode === null ? 1 : stepCode.prefixBits + stepCode.valueBits;
      const valueBits = isSame ? 1 : fits ? 2 + window : 2 + LEADING_BITS + LENGTH_BITS + window;
      if (this.usedBits + stepBits + valueBits > this.sizeBytes * 8) return false;

      let at = this.usedBits;
      if (stepCode !== null) {
        const difference = step - this.#step;
        writeBits(this.memory, at, stepCode.prefix, stepCode.prefixBits);
        writeWide(
          this.memory,
          at + stepCode.prefixBits,
          Math.floor(difference / 2 ** 32),
          difference,
          stepCode.valueBits,
        );
      }
      at += stepBits;
      if (!isSame) {
        writeBits(this.memory, at, fits ? 0b10 : 0b11, 2);
        at += 2;
        if (!fits) {
          writeBits(this.memory, at, leading, LEADING_BITS);
          writeBits(this.memory, at + LEADING_BITS, window & 63, LENGTH_BITS);
          at += LEADING_BITS + LENGTH_BITS;
          this.#leading = leading;
          this.#window = window;
        }
        const shift = 64 - from - window;
        const shifted = shiftRight(high, low, shift);
        writeWide(this.memory, at, shifted.high, shifted.low, window);
      }
      this.usedBits += stepBits + valueBits;
      this.#step = step;
    }
    this.count++;
    this.lastTimestamp = timestamp;
    this.lastValue = value;
    return true;
  }

  samples(): Samples {
    const timestamps: number[] = [];
    const values: number[] = [];
    const cursor = new GorillaCursor(this.memory);
    for (let index = 0; index < this.count; index++) {
      cursor.next();
      timestamps.push(cursor.timestamp);
      values.push(cursor.value);
    }
    return { timestamps, values };
  }

  /** Sample by sample, with the bits of each. */
  *spans(): Generator<GorillaSpan, void, void> {
    const cursor = new GorillaCursor(this.memory);
    for (let index = 0; index < this.count; index++) {
      cursor.next();
      yield cursor.span();
    }
  }

  data(): Uint8Array {
    return this.memory.subarray(0, Math.ceil(this.usedBits / 8));
  }
}

function trailingZeros(word: number): number {
  return word === 0 ? 32 : 31 - Math.clz32(word & -word);
}

/** 64 bits moved right by 0 to 63. */
function shiftRight(high: number, low: number, by: number): { high: number; low: number } {
  if (by === 0) return { high: high >>> 0, low: low >>> 0 };
  if (by >= 32) return { high: 0, low: high >>> (by - 32) };
  return { high: high >>> by, low: ((high << (32 - by)) | (low >>> by)) >>> 0 };
}

function shiftLeft(high: number, low: number, by: number): { high: number; low: number } {
  if (by === 0) return { high: high >>> 0, low: low >>> 0 };
  if (by >= 32) return { high: (low << (by - 32)) >>> 0, low: 0 };
  return { high: ((high << by) | (low >>> (32 - by))) >>> 0, low: (low << by) >>> 0 };
}

/** Reads one sample after the other. Its fields are valid until the next read. */
class GorillaCursor implements GorillaSpan {
  index = -1;
  timestamp = 0;
  value = 0;
  stepCode = 'whole';
  stepFromBit = 0;
  valueFromBit = 0;
  untilBit = 0;
  deltaOfDelta = 0;
  valueCode: GorillaSpan['valueCode'] = 'whole';
  leadingZeros = 0;
  windowBits = 0;
  readonly #bytes: Uint8Array;
  #high = 0;
  #low = 0;
  #step = 0;
  /** The window of the latest value that had one. */
  #leading = 0;
  #window = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  next(): void {
    this.index++;
    this.stepFromBit = this.untilBit;
    if (this.index === 0) {
      this.timestamp = readBits(this.#bytes, 0, 32) * 2 ** 32 + readBits(this.#bytes, 32, 32);
      this.#high = readBits(this.#bytes, 64, 32);
      this.#low = readBits(this.#bytes, 96, 32);
      this.value = doubleOf(this.#high, this.#low);
      this.valueFromBit = 64;
      this.untilBit = WHOLE_SAMPLE_BITS;
      return;
    }
    this.valueFromBit = this.#readStep(this.untilBit);
    this.untilBit = this.#readValue(this.valueFromBit);
  }

  #readStep(at: number): number {
    const bytes = this.#bytes;
    let end = at + 1;
    this.stepCode = '0';
    this.deltaOfDelta = 0;
    if (readBits(bytes, at, 1) === 1) {
      let number = 0;
      while (readBits(bytes, at, STEP_CODES[number].prefixBits) !== STEP_CODES[number].prefix) number++;
      const { prefixBits, valueBits } = STEP_CODES[number];
      this.stepCode = STEP_NAMES[number];
      this.deltaOfDelta = readSigned(bytes, at + prefixBits, valueBits);
      end = at + prefixBits + valueBits;
    }
    this.#step += this.deltaOfDelta;
    this.timestamp += this.#step;
    return end;
  }

  #readValue(from: number): number {
    const bytes = this.#bytes;
    this.leadingZeros = 0;
    this.windowBits = 0;
    if (readBits(bytes, from, 1) === 0) {
      this.valueCode = '0';
      return from + 1;
    }
    let at = from + 2;
    this.valueCode = readBits(bytes, from, 2) === 0b10 ? '10' : '11';
    if (this.valueCode === '11') {
      this.#leading = readBits(bytes, at, LEADING_BITS);
      this.#window = readBits(bytes, at + LEADING_BITS, LENGTH_BITS) || 64;
      at += LEADING_BITS + LENGTH_BITS;
    }
    const window = this.#window;
    const isWide = window > 32;
    const windowHigh = isWide ? readBits(bytes, at, window - 32) : 0;
    const windowLow = isWide ? readBits(bytes, at + window - 32, 32) : readBits(bytes, at, window);
    const difference = shiftLeft(windowHigh, windowLow, Math.max(0, 64 - this.#leading - window));
    this.#high ^= difference.high;
    this.#low ^= difference.low;
    this.value = doubleOf(this.#high, this.#low);
    this.leadingZeros = this.#leading;
    this.windowBits = window;
    return at + window;
  }

  /** A copy of its current fields. */
  span(): GorillaSpan {
    const { index, timestamp, value, stepCode, stepFromBit, valueFromBit, untilBit } = this;
    const { deltaOfDelta, valueCode, leadingZeros, windowBits } = this;
    return {
      index,
      timestamp,
      value,
      stepCode,
      stepFromBit,
      valueFromBit,
      untilBit,
      deltaOfDelta,
      valueCode,
      leadingZeros,
      windowBits,
    };
  }
}

function readSigned(bytes: Uint8Array, at: number, width: number): number {
  if (width === 64) return (readBits(bytes, at, 32) | 0) * 2 ** 32 + readBits(bytes, at + 32, 32);
  const value = readBits(bytes, at, width);
  return value >= 2 ** (width - 1) ? value - 2 ** width : value;
}

/**
 * The samples in bytes from elsewhere, or null when they are none: bits missing, or times that go backwards.
 * A chunk into which they are appended again has the same bits.
 */
export function readGorilla(bytes: Uint8Array, count: number): Samples | null {
  if (count === 0) return { timestamps: [], values: [] };
  // No sample but the first takes less than two bits.
  if (WHOLE_SAMPLE_BITS + (count - 1) * 2 > bytes.length * 8) return null;
  const timestamps: number[] = [];
  const values: number[] = [];
  const cursor = new GorillaCursor(bytes);
  let last = -1;
  for (let index = 0; index < count; index++) {
    cursor.next();
    const { timestamp } = cursor;
    if (!Number.isSafeInteger(timestamp) || timestamp <= last) return null;
    if (cursor.untilBit > bytes.length * 8) return null;
    timestamps.push(timestamp);
    values.push(cursor.value);
    last = timestamp;
  }
  return Math.ceil(cursor.untilBit / 8) === bytes.length ? { timestamps, values } : null;
}
