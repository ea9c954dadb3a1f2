/**
 * Format 1, which is only read: one JSON text with a row for each input, compressed as a whole. The first version of
 * the lab wrote it into files and links.
 */

import { RefusedError } from '../protocol/refused.ts';
import type { CrashLoss, DiskContent, SessionStart } from '../protocol/session.ts';
import { sessionLimits } from '../protocol/session-limits.ts';
import type { SessionInput } from '../protocol/world.ts';
import { integer, number, record } from './saved-fields.ts';
import { readPage, readPosition, readStart, requireSense, type SavedSession } from './saved-parts.ts';
import { VERSION } from './session-blocks.ts';

/** A text is read as a whole; engines hold hardly longer ones. */
export const FORMAT_1_BYTES = 256 * 1024 * 1024;

const FORMAT = 'rediscope';
const MAX_FSYNC_MS = 3_600_000;
/** A property of a disk that an input does not change. */
const UNSAID = -1;
const LOSSES: readonly CrashLoss[] = ['nothing', 'unsynced', 'torn'];

export function readFormat1(bytes: Uint8Array): SavedSession {
  const root = record(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), 'session');
  if (root.format !== FORMAT) throw new Error('not a Rediscope session');
  const version = integer(root.version, 'version', 1, 1_000_000);
  if (version > 1) throw new RefusedError('newer-format', `format ${version}, this page reads ${VERSION}`);
  const { files } = record(root.start, 'start');
  const start = readStart(root.start, files === undefined ? undefined : readFiles(files));
  const inputs = readInputs(root.inputs, start);
  requireSense(start, inputs);
  return { start, inputs, position: readPosition(root.position), page: readPage(root.page) };
}

function readFiles(value: unknown): DiskContent[] {
  if (!Array.isArray(value) || value.length > sessionLimits.files)
    throw new Error('start.files are too many');
  return value.map((row: unknown, index) => {
    if (!Array.isArray(row) || typeof row[0] !== 'string' || typeof row[1] !== 'string') {
      throw new Error(`start.files[${index}] is not a file`);
    }
    return { path: row[0], bytes: binaryBytes(row[1]) };
  });
}

function readInputs(value: unknown, start: SessionStart): SessionInput[] {
  if (!Array.isArray(value) || value.length > sessionLimits.inputs)
    throw new Error('inputs are missing or too many');
  let nowUs = Math.round(start.startMs * 1000);
  return value.map((row: unknown, index): SessionInput => {
    const where = `inputs[${index}]`;
    if (!Array.isArray(row)) throw new Error(`${where} is not a row`);
    // Time in whole microseconds since the input before.
    nowUs += integer(row[1], `${where} time`, 0, 1e15);
    const nowMs = nowUs / 1000;
    if (row[0] === 't') return { type: 'tick', nowMs };
    if (row[0] === 'r') return { type: 'restart', nowMs };
    if (row[0] === 'x') {
      const loss = LOSSES.find((known) => known === row[2]);
      if (loss === undefined) throw new Error(`${where} loses nobody knows what`);
      return { type: 'crash', nowMs, loss };
    }
    if (row[0] === 'f') {
      const full = integer(row[2], `${where} full`, UNSAID, 1);
      const fsyncMs = number(row[3], `${where} fsync`, UNSAID, MAX_FSYNC_MS);
      return {
        type: 'disk',
        nowMs,
        ...(full === UNSAID ? {} : { full: full === 1 }),
        ...(fsyncMs === UNSAID ? {} : { fsyncMs }),
      };
    }
    const client = integer(row[2], `${where} client`, 1, 1_000_000);
    if (row[0] === 'o') return { type: 'open', nowMs, client };
    if (row[0] === 'c') return { type: 'close', nowMs, client };
    if (row[0] !== 'd') throw new Error(`${where} is of an unknown kind`);
    if (typeof row[3] !== 'string') throw new Error(`${where} has no bytes`);
    return { type: 'data', nowMs, client, bytes: binaryBytes(row[3]) };
  });
}

/** JSON carried bytes as one character each. */
export function binaryBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 255) throw new Error('a byte is out of range');
    bytes[i] = code;
  }
  return bytes;
}
