/**
 * Keys and values as bytes. Keys are byte strings: one character for each byte.
 *
 *     entry     key length 2 · value length 4 (all ones: deleted) · key · value
 *     logged    CRC-32 4 · length of the entries 4 · entries        a torn or damaged record ends the log
 *
 * What is logged as one record is there after a crash as a whole or not at all.
 */
import { crc32 } from '../ring/hash.ts';

export interface Entry {
  readonly key: string;
  /** Null: deleted. */
  readonly value: string | null;
}

const DELETED = 0xffff_ffff;
const HEAD = 6;
const LOGGED_HEAD = 8;

export function entryBytes({ key, value }: Entry): Uint8Array {
  const bytes = new Uint8Array(HEAD + key.length + (value?.length ?? 0));
  const view = new DataView(bytes.buffer);
  view.setUint16(0, key.length);
  view.setUint32(2, value === null ? DELETED : value.length);
  putText(bytes, HEAD, key);
  if (value !== null) putText(bytes, HEAD + key.length, value);
  return bytes;
}

/** The entries of a block, one after the other. */
export function entriesOf(bytes: Uint8Array): Entry[] {
  const entries: Entry[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; ) {
    const keyLength = view.getUint16(at);
    const valueLength = view.getUint32(at + 2);
    const keyAt = at + HEAD;
    const valueAt = keyAt + keyLength;
    const key = textAt(bytes, keyAt, keyLength);
    const isDeleted = valueLength === DELETED;
    entries.push({ key, value: isDeleted ? null : textAt(bytes, valueAt, valueLength) });
    at = valueAt + (isDeleted ? 0 : valueLength);
  }
  return entries;
}

/** One record, of one entry or of several that belong together. */
export function loggedBytes(...entries: readonly Entry[]): Uint8Array {
  const bodies = entries.map(entryBytes);
  const length = bodies.reduce((sum, body) => sum + body.length, 0);
  const bytes = new Uint8Array(LOGGED_HEAD + length);
  let at = LOGGED_HEAD;
  for (const body of bodies) {
    bytes.set(body, at);
    at += body.length;
  }
  const view = new DataView(bytes.buffer);
  view.setUint32(0, crc32(bytes.subarray(LOGGED_HEAD)));
  view.setUint32(4, length);
  return bytes;
}

export interface LoggedRecord {
  readonly entries: readonly Entry[];
  /** Where it ends in the log. */
  readonly end: number;
}

/** All whole records from the front; the first that is torn or damaged ends them. */
export function loggedRecords(bytes: Uint8Array): LoggedRecord[] {
  const records: LoggedRecord[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  while (at + LOGGED_HEAD <= bytes.length) {
    const length = view.getUint32(at + 4);
    const body = bytes.subarray(at + LOGGED_HEAD, at + LOGGED_HEAD + length);
    if (body.length < length || crc32(body) !== view.getUint32(at)) break;
    at += LOGGED_HEAD + length;
    records.push({ entries: entriesOf(body), end: at });
  }
  return records;
}

export function loggedEntries(bytes: Uint8Array): { readonly entries: Entry[]; readonly goodBytes: number } {
  const records = loggedRecords(bytes);
  return { entries: records.flatMap(({ entries }) => entries), goodBytes: records.at(-1)?.end ?? 0 };
}

export function putText(bytes: Uint8Array, at: number, text: string): void {
  for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index);
}

export function textAt(bytes: Uint8Array, at: number, length: number): string {
  let text = '';
  // In pieces: the number of arguments is limited.
  for (let from = at; from < at + length; from += 4096) {
    text += String.fromCharCode(...bytes.subarray(from, Math.min(at + length, from + 4096)));
  }
  return text;
}
