/** What redis-check-aof and redis-check-rdb would say about a file. */
import { latin1 } from '../base/bytes.ts';
import { Crc64 } from '../base/crc64.ts';
import { readAofText } from './aof-text.ts';
import { spansOfFile } from './file-spans.ts';

export interface AofReport {
  readonly totalBytes: number;
  /** Up to here everything is whole: where --fix would cut the file. */
  readonly validBytes: number;
  readonly commands: number;
  /** The error after that, or null. */
  readonly problem: string | null;
  /** Whether the file can be cut there and used, or nothing but a damaged beginning is left. */
  readonly isFixable: boolean;
}

/** An incremental file, or one that begins with a snapshot. */
export function checkAof(bytes: Uint8Array): AofReport {
  let start = 0;
  if (latin1(bytes, 0, Math.min(5, bytes.length)) === 'REDIS') {
    const spans = spansOfFile('preamble.rdb', bytes);
    const last = spans[spans.length - 1];
    if (last.role === 'damaged') {
      return { totalBytes: bytes.length, validBytes: 0, commands: 0, problem: last.text, isFixable: false };
    }
    start = last.to;
  }
  let validBytes = start;
  let commands = 0;
  let isInside = false;
  let problem: string | null = null;
  for (const piece of readAofText(bytes, start)) {
    if (piece.kind === 'cut') problem = 'Unexpected end of file';
    else if (piece.kind === 'damaged') problem = piece.why;
    else {
      if (piece.kind === 'command') {
        commands++;
        const name = latin1(piece.args[0]).toLowerCase();
        if (name === 'multi' && isInside) problem ??= 'Unexpected MULTI';
        if (name === 'exec' && !isInside) problem ??= 'Unexpected EXEC';
        if (problem !== null) break;
        if (name === 'multi') isInside = true;
        if (name === 'exec') isInside = false;
      }
      if (!isInside) validBytes = piece.end;
    }
  }
  if (problem === null && isInside) problem = 'Reached EOF before reading EXEC for MULTI';
  return { totalBytes: bytes.length, validBytes, commands, problem, isFixable: true };
}

export interface RdbReport {
  readonly version: number;
  readonly keys: number;
  readonly expires: number;
  /** Its error, or null. */
  readonly problem: string | null;
}

export function checkRdb(bytes: Uint8Array): RdbReport {
  const version = Number.parseInt(latin1(bytes, 5, 9), 10) || 0;
  if (latin1(bytes, 0, 5) !== 'REDIS') return { version, keys: 0, expires: 0, problem: 'Wrong signature' };
  const spans = spansOfFile('dump.rdb', bytes);
  const keys = spans.filter(({ role }) => role === 'key').length;
  const expires = spans.filter(({ role, text }) => role === 'opcode' && text.startsWith('EXPIRETIME')).length;
  const last = spans[spans.length - 1];
  if (last.role !== 'checksum') return { version, keys, expires, problem: last.text };
  const stored = bytes.subarray(last.from, last.to);
  const sum = new Crc64().update(bytes, 0, last.from).bytes();
  const isRight = stored.every((byte) => byte === 0) || stored.every((byte, index) => byte === sum[index]);
  return { version, keys, expires, problem: isRight ? null : 'RDB CRC error' };
}
