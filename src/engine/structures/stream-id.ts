/**
 * The id of a stream entry: a time in milliseconds and a sequence number, 64 bits each.
 *
 * Mirrors streamID of stream.h and its functions in t_stream.c. In the radix tree an id is 16 bytes, the most
 * significant first, so that the order of the bytes is the order of the ids.
 *
 * Worked example: 1599203861727-0 is the key 0000 0174 57fa 64df 0000 0000 0000 0000.
 *
 * Both halves are bigints: a client may use all 64 bits.
 */
import { latin1 } from '../base/bytes.ts';

export interface StreamId {
  readonly ms: bigint;
  readonly seq: bigint;
}

export const STREAM_ID_BYTES = 16;

const UINT64_MAX = 0xffff_ffff_ffff_ffffn;

export const MIN_STREAM_ID: StreamId = { ms: 0n, seq: 0n };
export const MAX_STREAM_ID: StreamId = { ms: UINT64_MAX, seq: UINT64_MAX };

export function compareStreamIds(a: StreamId, b: StreamId): number {
  if (a.ms !== b.ms) return a.ms < b.ms ? -1 : 1;
  if (a.seq !== b.seq) return a.seq < b.seq ? -1 : 1;
  return 0;
}

export function isZeroId(id: StreamId): boolean {
  return id.ms === 0n && id.seq === 0n;
}

/** The key in the radix tree. */
export function streamIdKey(id: StreamId): Uint8Array {
  const key = new DataView(new ArrayBuffer(STREAM_ID_BYTES));
  key.setBigUint64(0, id.ms);
  key.setBigUint64(8, id.seq);
  return new Uint8Array(key.buffer);
}

export function streamIdOfKey(key: Uint8Array): StreamId {
  const view = new DataView(key.buffer, key.byteOffset, STREAM_ID_BYTES);
  return { ms: view.getBigUint64(0), seq: view.getBigUint64(8) };
}

export function formatStreamId(id: StreamId): string {
  return `${id.ms}-${id.seq}`;
}

/** The id after this one; null after the last of all. */
export function nextStreamId(id: StreamId): StreamId | null {
  if (id.seq < UINT64_MAX) return { ms: id.ms, seq: id.seq + 1n };
  return id.ms < UINT64_MAX ? { ms: id.ms + 1n, seq: 0n } : null;
}

/** The id before this one; null before the first of all. */
export function previousStreamId(id: StreamId): StreamId | null {
  if (id.seq > 0n) return { ms: id.ms, seq: id.seq - 1n };
  return id.ms > 0n ? { ms: id.ms - 1n, seq: UINT64_MAX } : null;
}

export interface ParsedStreamId {
  readonly id: StreamId;
  /** False for `<ms>-*`, where the server is to choose the sequence number. */
  readonly seqGiven: boolean;
}

/** The server reads an id into a buffer of 128 bytes. */
const MAX_TEXT_BYTES = 127;

/**
 * Reads `<ms>`, `<ms>-<seq>` and, unless `strict`, `-` and `+` for the first and the last id of all. A missing
 * sequence number is `missingSeq`; `<ms>-*` is read only where `allowStar`. Null where the server answers
 * "Invalid stream ID specified as stream command argument".
 */
export function parseStreamId(
  bytes: Uint8Array,
  missingSeq: bigint,
  strict: boolean,
  allowStar = false,
): ParsedStreamId | null {
  if (bytes.length > MAX_TEXT_BYTES) return null;
  const nul = bytes.indexOf(0);
  const text = latin1(bytes, 0, nul === -1 ? bytes.length : nul);
  if (text === '-' || text === '+') {
    if (strict) return null;
    return { id: text === '-' ? MIN_STREAM_ID : MAX_STREAM_ID, seqGiven: true };
  }
  const dash = text.indexOf('-');
  const ms = parseUint64(dash === -1 ? text : text.slice(0, dash));
  if (ms === null) return null;
  if (dash === -1) return { id: { ms, seq: missingSeq }, seqGiven: true };
  const rest = text.slice(dash + 1);
  if (allowStar && rest === '*') return { id: { ms, seq: 0n }, seqGiven: false };
  const seq = parseUint64(rest);
  return seq === null ? null : { id: { ms, seq }, seqGiven: true };
}

/**
 * Parses like string2ull. A negative number as Redis prints it is refused; anything else goes to strtoull, which skips
 * space and accepts a sign (negative numbers count down from 2^64) and leading zeros.
 */
function parseUint64(text: string): bigint | null {
  const parts = /^[ \t\n\v\f\r]*([+-]?)([0-9]+)$/.exec(text);
  if (parts === null) return null;
  const magnitude = BigInt(parts[2]);
  if (magnitude > UINT64_MAX) return null;
  if (parts[1] !== '-') return magnitude;
  const isPlainInt64 = /^-[1-9]/.test(text) && magnitude <= 2n ** 63n;
  return isPlainInt64 ? null : BigInt.asUintN(64, -magnitude);
}
