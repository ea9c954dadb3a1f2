/**
 * A command as it stands in an append only file: the array of bulk strings a client would send.
 *
 *     *3\r\n $3\r\nSET\r\n $1\r\nk\r\n $1\r\nv\r\n
 */
import { bytesOf } from '../base/bytes.ts';

const CR = 13;
const LF = 10;

export function commandText(args: readonly Uint8Array[]): Uint8Array {
  const headers = args.map((argument) => `$${argument.length}\r\n`);
  const first = `*${args.length}\r\n`;
  let length = first.length;
  for (let i = 0; i < args.length; i++) length += headers[i].length + args[i].length + 2;
  const bytes = new Uint8Array(length);
  let at = put(bytes, 0, first);
  for (let i = 0; i < args.length; i++) {
    at = put(bytes, at, headers[i]);
    bytes.set(args[i], at);
    at += args[i].length;
    bytes[at++] = CR;
    bytes[at++] = LF;
  }
  return bytes;
}

function put(bytes: Uint8Array, at: number, text: string): number {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
  return at + text.length;
}

const SELECT = bytesOf('SELECT');

export function selectText(db: number): Uint8Array {
  return commandText([SELECT, bytesOf(String(db))]);
}

/** The annotation of aof-timestamp-enabled: what follows happened not before this second. */
export function timestampText(seconds: number): Uint8Array {
  return bytesOf(`#TS:${seconds}\r\n`);
}

export type AofPiece =
  /** A whole command, from `start` up to `end`. */
  | { readonly kind: 'command'; readonly start: number; readonly end: number; readonly args: Uint8Array[] }
  | { readonly kind: 'annotation'; readonly start: number; readonly end: number; readonly text: string }
  /** The file ends inside what began at `start`. */
  | { readonly kind: 'cut'; readonly start: number }
  /** The bytes at `start` are not a command. */
  | { readonly kind: 'damaged'; readonly start: number; readonly why: string };

const ASTERISK = 42;
const HASH = 35;
const DOLLAR = 36;
const MAX_ARGUMENT_BYTES = 512 * 1024 * 1024;

/** Reads the pieces of a file one after the other, ending with the first that is cut or damaged. */
export function* readAofText(bytes: Uint8Array, from = 0): Generator<AofPiece, void, void> {
  let at = from;
  while (at < bytes.length) {
    const piece = readPiece(bytes, at);
    yield piece;
    if (piece.kind === 'cut' || piece.kind === 'damaged') return;
    at = piece.end;
  }
}

function readPiece(bytes: Uint8Array, start: number): AofPiece {
  const damaged = (why: string): AofPiece => ({ kind: 'damaged', start, why });
  const cut: AofPiece = { kind: 'cut', start };
  const line = lineEnd(bytes, start);
  if (bytes[start] === HASH) {
    if (line === -1) return cut;
    return { kind: 'annotation', start, end: line, text: text(bytes, start, line).trimEnd() };
  }
  if (bytes[start] !== ASTERISK) return damaged("Expected prefix '*'");
  if (line === -1) return cut;
  const count = numberAt(bytes, start + 1, line);
  if (count < 1) return damaged('A command without arguments');
  const args: Uint8Array[] = [];
  let at = line;
  for (let i = 0; i < count; i++) {
    if (at >= bytes.length) return cut;
    if (bytes[at] !== DOLLAR) return damaged("Expected prefix '$'");
    const end = lineEnd(bytes, at);
    if (end === -1) return cut;
    const length = numberAt(bytes, at + 1, end);
    if (length < 0 || length > MAX_ARGUMENT_BYTES) return damaged('An argument of an impossible length');
    if (end + length + 2 > bytes.length) return cut;
    args.push(bytes.subarray(end, end + length));
    at = end + length + 2;
  }
  return { kind: 'command', start, end: at, args };
}

/** Just after the next line feed, or -1. */
function lineEnd(bytes: Uint8Array, from: number): number {
  const at = bytes.indexOf(LF, from);
  return at === -1 ? -1 : at + 1;
}

function text(bytes: Uint8Array, from: number, to: number): string {
  let result = '';
  for (let at = from; at < to; at++) result += String.fromCharCode(bytes[at]);
  return result;
}

/** atoi and strtol: digits as far as they go. */
function numberAt(bytes: Uint8Array, from: number, to: number): number {
  const found = /^\s*([+-]?[0-9]+)/.exec(text(bytes, from, Math.min(to, from + 24)));
  return found === null ? -1 : Number(found[1]);
}
