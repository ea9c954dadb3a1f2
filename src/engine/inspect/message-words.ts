/**
 * What the bytes that servers send each other are, in a few words: a command, the beginning of a reply, or the type of
 * a message of the cluster bus.
 *
 *     *3 $8 REPLCONF $3 ACK $3 140      command   REPLCONF   "REPLCONF ACK 140"
 *     +CONTINUE 5f1b…                   reply     +CONTINUE  "+CONTINUE 5f1b…"
 *     RCmb … type 1 …                   bus       pong
 */
import { latin1, repr } from '../base/bytes.ts';
import { MESSAGE_TYPES } from '../state/cluster/cluster.ts';

export interface MessageWords {
  readonly kind: 'command' | 'reply' | 'bus' | 'bytes';
  readonly what: string;
  readonly text: string;
}

/** No more of a message is looked at: it may be a file. */
const MOST_BYTES = 512;
const MOST_TEXT = 80;
const BUS_TYPE_AT = 12;
const BUS_SIGNATURE = 'RCmb';
const ASTERISK = 0x2a;
const DOLLAR = 0x24;
const LF = 0x0a;

export function messageWords(bytes: Uint8Array, isBus: boolean): MessageWords {
  const start = bytes.subarray(0, MOST_BYTES);
  if (isBus) return busWords(start);
  if (start[0] === ASTERISK) {
    const words = firstCommand(start);
    if (words !== null) return { kind: 'command', what: words[0].toUpperCase(), text: cut(words.join(' ')) };
    return { kind: 'reply', what: lineOf(start), text: lineOf(start) };
  }
  if (isLineReply(start[0])) {
    const line = lineOf(start);
    return { kind: 'reply', what: line.split(' ')[0], text: line };
  }
  // Only newlines: the master says that it is still there.
  if (start.length > 0 && start.every((byte) => byte === LF)) {
    return { kind: 'bytes', what: '\\n', text: '\\n' };
  }
  return { kind: 'bytes', what: '', text: cut(repr(start.subarray(0, MOST_TEXT), MOST_TEXT)) };
}

function busWords(bytes: Uint8Array): MessageWords {
  const isWhole = latin1(bytes.subarray(0, 4)) === BUS_SIGNATURE && bytes.length > BUS_TYPE_AT + 1;
  const type = isWhole ? MESSAGE_TYPES[bytes[BUS_TYPE_AT] * 256 + bytes[BUS_TYPE_AT + 1]] : undefined;
  return type === undefined ? { kind: 'bytes', what: '', text: '' } : { kind: 'bus', what: type, text: type };
}

/** The words of the first command, those of them that are short enough to be seen; null if it is none. */
function firstCommand(bytes: Uint8Array): string[] | null {
  let at = 0;
  const number = (sign: number): number | null => {
    if (bytes[at] !== sign) return null;
    const end = bytes.indexOf(LF, at);
    if (end === -1) return null;
    const value = Number(latin1(bytes.subarray(at + 1, end - 1)));
    at = end + 1;
    return Number.isInteger(value) ? value : null;
  };
  const count = number(ASTERISK);
  if (count === null || count < 1) return null;
  const words: string[] = [];
  for (let i = 0; i < count && at < bytes.length; i++) {
    const length = number(DOLLAR);
    // An array of other elements is a reply.
    if (length === null) return words.length > 0 && at >= bytes.length ? words : null;
    words.push(repr(bytes.subarray(at, at + Math.min(length, MOST_TEXT)), MOST_TEXT));
    at += length + 2;
  }
  return words.length === 0 ? null : words;
}

function isLineReply(byte: number): boolean {
  return byte === 0x2b || byte === 0x2d || byte === 0x3a || byte === DOLLAR;
}

function lineOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0x0d);
  return cut(repr(end === -1 ? bytes : bytes.subarray(0, end), MOST_BYTES));
}

function cut(text: string): string {
  return text.length <= MOST_TEXT ? text : `${text.slice(0, MOST_TEXT - 1)}…`;
}
