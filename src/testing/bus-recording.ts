/**
 * Messages of the cluster bus as lines of text. Most of their bytes are zero, so a line says where others stand:
 *
 *     { "type": "fail", "length": 2296, "bytes": ["0 52436d62000008f8…", "2248 67480001…"] }
 */
import { readFileSync } from 'node:fs';

export interface RecordedMessage {
  readonly type: string;
  readonly length: number;
  /** Offset and hexadecimal bytes of each stretch. */
  readonly bytes: readonly string[];
}

/** As many zeros as this end a stretch. */
const GAP = 8;

export function sparse(message: Uint8Array): Omit<RecordedMessage, 'type'> {
  const bytes: string[] = [];
  for (let at = 0; at < message.length; at++) {
    if (message[at] === 0) continue;
    let end = at + 1;
    for (let ahead = end; ahead < message.length && ahead - end < GAP; ahead++) {
      if (message[ahead] !== 0) end = ahead + 1;
    }
    bytes.push(`${at} ${Buffer.from(message.subarray(at, end)).toString('hex')}`);
    at = end;
  }
  return { length: message.length, bytes };
}

export function bytesOfRecording({ length, bytes }: RecordedMessage): Uint8Array {
  const message = new Uint8Array(length);
  for (const stretch of bytes) {
    const [offset, hex] = stretch.split(' ');
    message.set(Buffer.from(hex, 'hex'), Number(offset));
  }
  return message;
}

export function readRecording(url: URL): RecordedMessage[] {
  const lines = readFileSync(url, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as RecordedMessage);
}
