/**
 * A compressed chunk of a time series, by the method that Facebook's Gorilla has made known: a sample is written as
 * how it differs from what was to be expected. Bits follow each other without gaps (bit-stream.ts).
 *
 * The first sample is written whole, 64 bits of time and 64 of value. Of every other there is first the delta of
 * deltas, how much longer or shorter the step in time is than the one before (before the second sample it was 0):
 *
 *     0                     the same step
 *     10     + 7 bits       -64 … 63            numbers with a sign, two's complement
 *     110    + 9 bits       -256 … 255
 *     1110   + 12 bits      -2048 … 2047
 *     11110  + 32 bits
 *     11111  + 64 bits
 *
 * and then the value, XORed with the one before. What is alike in both becomes zeros at either end:
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

/** Where each part of a sample lies, for whoever shows the bits. */
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
    for (const { timestamp, value } of gorillaSpans(this.memory, this.count)) {
      timestamps.push(timestamp);
      values.push(value);
    }
    return { timestamps, values };
  }

  /** Sample by sample, with the bits of each. */
  spans(): Generator<GorillaSpan, void, void> {
    return gorillaSpans(this.memory, this.count);
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

function* gorillaSpans(bytes: Uint8Array, count: number): Generator<GorillaSpan, void, void> {
  if (count === 0) return;
  let timestamp = readBits(bytes, 0, 32) * 2 ** 32 + readBits(bytes, 32, 32);
  let high = readBits(bytes, 64, 32);
  let low = readBits(bytes, 96, 32);
  let value = doubleOf(high, low);
  let step = 0;
  let leadingZeros = 0;
  let windowBits = 0;
  let at = WHOLE_SAMPLE_BITS;
  yield {
    index: 0,
    timestamp,
    value,
    stepCode: 'whole',
    stepFromBit: 0,
    valueFromBit: 64,
    untilBit: at,
    deltaOfDelta: 0,
    valueCode: 'whole',
    leadingZeros: 0,
    windowBits: 0,
  };
  for (let index = 1; index < count; index++) {
    const stepFromBit = at;
    let stepCode = '0';
    let deltaOfDelta = 0;
    if (readBits(bytes, at, 1) === 0) {
      at++;
    } else {
      const code = STEP_CODES.find(({ prefix, prefixBits }) => readBits(bytes, at, prefixBits) === prefix)!;
      stepCode = code.prefix.toString(2);
      at += code.prefixBits;
      deltaOfDelta = readSigned(bytes, at, code.valueBits);
      at += code.valueBits;
    }
    step += deltaOfDelta;
    timestamp += step;
    const valueFromBit = at;
    let valueCode: GorillaSpan['valueCode'] = '0';
    if (readBits(bytes, at, 1) === 0) {
      at++;
    } else {
      valueCode = readBits(bytes, at, 2) === 0b10 ? '10' : '11';
      at += 2;
      if (valueCode === '11') {
        leadingZeros = readBits(bytes, at, LEADING_BITS);
        windowBits = readBits(bytes, at + LEADING_BITS, LENGTH_BITS) || 64;
        at += LEADING_BITS + LENGTH_BITS;
      }
      const windowHigh = windowBits > 32 ? readBits(bytes, at, windowBits - 32) : 0;
      const windowLow =
        windowBits > 32 ? readBits(bytes, at + windowBits - 32, 32) : readBits(bytes, at, windowBits);
      at += windowBits;
      const difference = shiftLeft(windowHigh, windowLow, Math.max(0, 64 - leadingZeros - windowBits));
      high ^= difference.high;
      low ^= difference.low;
      value = doubleOf(high, low);
    }
    const hasWindow = valueCode !== '0';
    yield {
      index,
      timestamp,
      value,
      stepCode,
      stepFromBit,
      valueFromBit,
      untilBit: at,
      deltaOfDelta,
      valueCode,
      leadingZeros: hasWindow ? leadingZeros : 0,
      windowBits: hasWindow ? windowBits : 0,
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
  let untilBit = 0;
  for (const span of gorillaSpans(bytes, count)) {
    const last = timestamps.length === 0 ? -1 : timestamps[timestamps.length - 1];
    if (!Number.isSafeInteger(span.timestamp) || span.timestamp <= last) return null;
    if (span.untilBit > bytes.length * 8) return null;
    timestamps.push(span.timestamp);
    values.push(span.value);
    untilBit = span.untilBit;
  }
  return Math.ceil(untilBit / 8) === bytes.length ? { timestamps, values } : null;
}
