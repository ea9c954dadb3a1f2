/**
 * The bytes of a file with what they mean: spans over RDB opcodes, lengths and values, over commands of an append
 * only file and over the lines of a manifest. Nothing is built from the bytes, so that looking at a file changes
 * nothing. Bytes that make no sense end it with a span that says why.
 */
import type { DiskSpan, DiskSpanRole } from '../../protocol/views-disk.ts';
import { latin1, repr } from '../base/bytes.ts';
import { readAofText } from './aof-text.ts';
import { NotingReader } from './rdb-noting-reader.ts';
import { RdbReader, RdbRefusal } from './rdb-reader.ts';
import { skipValue } from './rdb-skip.ts';
import * as forms from './rdb-types.ts';

const MAX_TEXT = 64;
const MAGIC_BYTES = 9;

/** With `isDeep` it also separates lengths and strings inside RDB values. */
export function spansOfFile(path: string, bytes: Uint8Array, isDeep = false): DiskSpan[] {
  if (path.endsWith('.manifest')) return spansOfLines(bytes);
  const spans: DiskSpan[] = [];
  const isRdb = latin1(bytes, 0, Math.min(5, bytes.length)) === 'REDIS';
  const from = isRdb ? new RdbSpans(bytes, spans, isDeep).run() : 0;
  if (from < bytes.length && (path.includes('.aof') || path.endsWith('.incr')))
    addCommands(bytes, from, spans);
  return spans;
}

function spansOfLines(bytes: Uint8Array): DiskSpan[] {
  const spans: DiskSpan[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from);
    const to = end === -1 ? bytes.length : end + 1;
    spans.push({ from, to, role: 'manifest', depth: 0, text: latin1(bytes, from, to).trim() });
    from = to;
  }
  return spans;
}

function addCommands(bytes: Uint8Array, start: number, spans: DiskSpan[]): void {
  for (const piece of readAofText(bytes, start)) {
    const from = piece.start;
    if (piece.kind === 'annotation') {
      spans.push({ from, to: piece.end, role: 'annotation', depth: 0, text: piece.text });
    } else if (piece.kind === 'command') {
      const text = piece.args.map((word) => repr(word, MAX_TEXT)).join(' ');
      spans.push({ from, to: piece.end, role: 'command', depth: 0, text: text.slice(0, MAX_TEXT) });
      let at = bytes.indexOf(10, from) + 1;
      spans.push({ from, to: at, role: 'header', depth: 1, text: `*${piece.args.length}` });
      for (const word of piece.args) {
        const argumentAt = bytes.indexOf(10, at) + 1;
        const to = argumentAt + word.length + 2;
        spans.push({ from: at, to: argumentAt, role: 'header', depth: 1, text: `$${word.length}` });
        spans.push({ from: argumentAt, to, role: 'argument', depth: 1, text: repr(word, MAX_TEXT) });
        at = to;
      }
    } else {
      const text = piece.kind === 'cut' ? 'cut' : piece.why;
      spans.push({ from, to: bytes.length, role: 'damaged', depth: 0, text });
    }
  }
}

const FORM_NAMES: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(forms).map(([name, value]) => [value, name.slice(4)]),
);

class RdbSpans {
  readonly #bytes: Uint8Array;
  readonly #reader: RdbReader;
  readonly #spans: DiskSpan[];

  readonly #inner: DiskSpan[] = [];

  constructor(bytes: Uint8Array, spans: DiskSpan[], isDeep: boolean) {
    const start = Math.min(MAGIC_BYTES, bytes.length);
    this.#bytes = bytes;
    this.#reader = isDeep ? new NotingReader(bytes, start, this.#inner) : new RdbReader(bytes, start);
    this.#spans = spans;
  }

  /** Gives where the RDB part ends. */
  run(): number {
    this.#add(0, 'magic', latin1(this.#bytes, 0, this.#reader.position));
    let from = this.#reader.position;
    try {
      for (;;) {
        from = this.#reader.position;
        if (this.#next()) return this.#reader.position;
      }
    } catch (problem) {
      if (!(problem instanceof RdbRefusal)) throw problem;
      const to = this.#bytes.length;
      this.#spans.push({ from, to, role: 'damaged', depth: 0, text: problem.reason });
      return to;
    }
  }

  /** One opcode with what belongs to it, or a key and its value; true after the last. */
  #next(): boolean {
    const reader = this.#reader;
    const from = reader.position;
    const opcode = reader.byte();
    const name = FORM_NAMES[opcode] ?? String(opcode);
    if (this.#inner.length > 0) this.#inner[0] = { ...this.#inner[0], role: 'opcode', text: name };
    switch (opcode) {
      case forms.RDB_AUX: {
        const key = latin1(reader.string());
        this.#add(from, 'aux', `${key} ${repr(reader.string(), MAX_TEXT)}`);
        return false;
      }
      case forms.RDB_FUNCTION_2:
        this.#add(from, 'opcode', `${name} ${repr(reader.string(), MAX_TEXT)}`);
        return false;
      case forms.RDB_SELECTDB:
      case forms.RDB_IDLE:
        this.#add(from, 'opcode', `${name} ${reader.count()}`);
        return false;
      case forms.RDB_RESIZEDB:
        this.#add(from, 'opcode', `${name} ${reader.count()} ${reader.count()}`);
        return false;
      case forms.RDB_FREQ:
        this.#add(from, 'opcode', `${name} ${reader.byte()}`);
        return false;
      case forms.RDB_EXPIRETIME_MS:
        this.#add(from, 'opcode', `${name} ${reader.int64()}`);
        return false;
      case forms.RDB_EXPIRETIME:
        reader.raw(4);
        this.#add(from, 'opcode', name);
        return false;
      case forms.RDB_EOF: {
        this.#add(from, 'opcode', name);
        const at = reader.position;
        reader.raw(8);
        this.#add(at, 'checksum', 'CRC-64');
        return true;
      }
    }
    this.#add(from, 'form', name);
    const keyAt = reader.position;
    const key = repr(reader.string(), MAX_TEXT);
    this.#add(keyAt, 'key', key);
    const valueAt = reader.position;
    skipValue(opcode, reader);
    this.#add(valueAt, 'value', valueText(opcode, this.#bytes, valueAt));
    return false;
  }

  #add(from: number, role: DiskSpanRole, text: string): void {
    this.#spans.push({ from, to: this.#reader.position, role, depth: 0, text: text.slice(0, MAX_TEXT) });
    // A single piece has no pieces inside.
    if (this.#inner.length > 1) this.#spans.push(...this.#inner);
    this.#inner.length = 0;
  }
}

/** A string as it reads; of everything else the form has said enough. */
function valueText(form: number, bytes: Uint8Array, at: number): string {
  return form === forms.RDB_STRING ? repr(new RdbReader(bytes, at).string(), MAX_TEXT) : '';
}
