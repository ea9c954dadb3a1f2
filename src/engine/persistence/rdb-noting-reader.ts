/** A reader that notes what each byte was read as: lengths, strings, numbers. */
import type { DiskSpan, DiskSpanRole } from '../../protocol/views-disk.ts';
import { repr } from '../base/bytes.ts';
import type { Int64 } from '../base/numbers.ts';
import { RdbReader } from './rdb-reader.ts';

const MAX_TEXT = 64;

export class NotingReader extends RdbReader {
  readonly #notes: DiskSpan[];
  /** Reads inside a larger piece are not recorded separately. */
  #isInside = false;

  constructor(bytes: Uint8Array, position: number, notes: DiskSpan[]) {
    super(bytes, position);
    this.#notes = notes;
  }

  override byte(): number {
    return this.#whole('number', () => super.byte(), String);
  }

  override raw(length: number): Uint8Array {
    return this.#whole(
      'argument',
      () => super.raw(length),
      (bytes) => repr(bytes, MAX_TEXT),
    );
  }

  override unsigned(): bigint {
    return this.#whole('number', () => super.unsigned(), String);
  }

  override int64(): Int64 {
    return this.#whole('number', () => super.int64(), String);
  }

  override double(): number {
    return this.#whole('number', () => super.double(), String);
  }

  /** Its length or the mark of its encoding, and what it holds. */
  override string(): Uint8Array {
    const from = this.position;
    const isOutermost = !this.#isInside;
    this.#isInside = true;
    const value = super.string();
    if (!isOutermost) return value;
    this.#isInside = false;
    const { to, text } = headerOf(this.bytes, from);
    this.#note(from, to, 'header', text);
    this.#note(to, this.position, 'argument', repr(value, MAX_TEXT));
    return value;
  }

  #whole<Value>(role: DiskSpanRole, read: () => Value, textOf: (value: Value) => string): Value {
    if (this.#isInside) return read();
    const from = this.position;
    this.#isInside = true;
    const value = read();
    this.#isInside = false;
    this.#note(from, this.position, role, textOf(value));
    return value;
  }

  #note(from: number, to: number, role: DiskSpanRole, text: string): void {
    if (to > from) this.#notes.push({ from, to, role, depth: 1, text: text.slice(0, MAX_TEXT) });
  }
}

/** What stands before the bytes of a string, and where it ends. */
function headerOf(bytes: Uint8Array, from: number): { to: number; text: string } {
  const reader = new RdbReader(bytes, from);
  if (bytes[from] >> 6 !== 3) {
    const length = reader.count();
    return { to: reader.position, text: `len ${length}` };
  }
  const encoding = reader.byte() & 0x3f;
  if (encoding < 3) return { to: reader.position, text: ['int8', 'int16', 'int32'][encoding] };
  const compressed = reader.count();
  const original = reader.count();
  return { to: reader.position, text: `LZF ${compressed} of ${original}` };
}
