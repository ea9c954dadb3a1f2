/**
 * Transcripts: what a real redis-server answered, kept as text to be compared with. The lines that do something are
 * those of protocol/action-lines.ts, with their marks; client a is meant where none is named.
 *
 *   @ option enable-debug-command yes        an option of the server; only before the first command
 *   > SET k "a\x00b"                         a command
 *   < +OK                                    its reply: the bytes, escaped, without the last line end
 *   ~ KEYS *                                 compared with the elements of every array sorted
 *   < *2\r\n$1\r\na\r\n$1\r\nb
 *   ? RANDOMKEY                              only the kind of the reply (its first byte) is compared
 *   < $
 *   > "MGET" k{3}                            {n} behind a word repeats its last byte: kkk
 *   ! *1\r\n$4\r\nPING\r\n                   bytes as they are, escaped like replies, on a connection of their own
 *   < +PONG                                  all that came back; [closed] at its end: the server disconnected,
 *                                            [nothing] when it kept silent
 *   b> BLPOP k 0                             another connection's; ~ b> and ? b> compare as above
 *   < [nothing]                              no reply so far: the client waits
 *   = b                                      what that connection has received since, without a command
 *   < *2\r\n$1\r\nk\r\n$1\r\nv                all of it; [nothing] or [closed] as above
 *   b!                                       the connection ends; one of this name is a new one then
 *
 * State goes on from line to line; every file starts with an empty server. Replies are written by record-transcripts.ts
 * and never by hand. Times in them must lie far in the past or the future, for the clock of a real server cannot be
 * set.
 */

import { latin1 } from '../engine/base/bytes.ts';
import {
  type ActionLine,
  argumentsOf,
  LineError,
  readLine,
  readMarkedLine,
  writeLine,
} from '../protocol/action-lines.ts';
import { type RespNode, replyParts } from '../protocol/resp-spans.ts';

export type Comparison = 'exact' | 'unordered' | 'kind';

export type TranscriptLine =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'option'; readonly name: string; readonly value: string }
  | (ActionLine & { readonly type: 'advance' | 'close' })
  | {
      readonly type: 'command';
      /** Its number in the file, from 1. */
      readonly line: number;
      readonly comparison: Comparison;
      /** Who sends it. */
      readonly client: string;
      /** The whole line, as it is written. */
      readonly text: string;
      readonly args: readonly Uint8Array[];
      /** Raw bytes to send, instead of arguments. */
      readonly raw?: Uint8Array;
      /** Nothing is sent: reads what this connection received meanwhile. */
      readonly late?: string;
      /** As written; null if it was not recorded yet. */
      readonly reply: string | null;
    };

export type TranscriptCommand = TranscriptLine & { readonly type: 'command' };

/** Signs before a command that is not compared exactly. */
const comparisons: Readonly<Record<string, Comparison>> = { '~': 'unordered', '?': 'kind' };
const RAW = '! ';
const LATE = '= ';
const FIRST_CLIENT = 'a';
/** Stands for a reply where there is none. */
export const NOTHING = Buffer.from('[nothing]\r\n');

export function parseTranscript(source: string): TranscriptLine[] {
  const lines: TranscriptLine[] = [];
  const texts = source.replace(/\n$/, '').split('\n');
  for (let index = 0; index < texts.length; index++) {
    const line = parseLine(texts[index], index + 1);
    const next = texts[index + 1];
    if (line.type === 'command' && next?.startsWith('< ') === true) {
      lines.push({ ...line, reply: next.slice(2) });
      index++;
    } else lines.push(line);
  }
  return lines;
}

function parseLine(text: string, line: number): TranscriptLine {
  if (text === '' || text.startsWith('#')) return { type: 'text', text };
  const command = { type: 'command', line, text, client: FIRST_CLIENT, args: [], reply: null } as const;
  if (text.startsWith(RAW)) {
    return { ...command, comparison: 'exact', raw: unescapeBytes(repeatedInside(text.slice(RAW.length))) };
  }
  if (text.startsWith(LATE)) return { ...command, comparison: 'exact', late: text.slice(LATE.length) };
  const comparison = text[1] === ' ' ? comparisons[text[0]] : undefined;
  try {
    const read = comparison === undefined ? readMarkedLine(text) : readLine(text.slice(2));
    if (read?.type === 'command') {
      const args = argumentsOf(read.command).map(repeated);
      return { ...command, client: read.client ?? FIRST_CLIENT, args, comparison: comparison ?? 'exact' };
    }
    if (comparison === undefined && (read?.type === 'advance' || read?.type === 'close')) return read;
    if (comparison === undefined && read?.type === 'event') {
      const [word, name, value] = read.words;
      if (word === 'option' && value !== undefined) return { type: 'option', name, value };
    }
  } catch (problem) {
    throw problem instanceof LineError ? new LineError(`${problem.message} (${text})`, line) : problem;
  }
  throw new LineError(`neither command nor comment: ${text}`, line);
}

/** A word that ends in {n}: the byte before the brace, n times. */
function repeated(word: Uint8Array): Uint8Array {
  const match = /^(.*)(.)\{(\d+)\}$/s.exec(latin1(word));
  if (match === null) return word;
  return new Uint8Array(Buffer.from(match[1] + match[2].repeat(Number(match[3])), 'latin1'));
}

/** The file with the replies given, one for each command in order. */
export function printTranscript(lines: readonly TranscriptLine[], replies: readonly Uint8Array[]): string {
  let printed = '';
  let next = 0;
  for (const line of lines) {
    switch (line.type) {
      case 'text':
        printed += `${line.text}\n`;
        break;
      case 'option':
        printed += `@ option ${line.name} ${line.value}\n`;
        break;
      case 'advance':
      case 'close':
        printed += `${writeLine(line)}\n`;
        break;
      case 'command':
        // What is not compared is not kept either.
        printed += `${line.text}\n< ${comparable(replies[next++], line.comparison)}\n`;
    }
  }
  return printed;
}

export function transcriptOptions(lines: readonly TranscriptLine[]): Record<string, string> {
  const options: Record<string, string> = {};
  for (const line of lines) if (line.type === 'option') options[line.name] = line.value;
  return options;
}

/** Reply bytes on one line. The line end that closes every reply is left out. */
export function escapeReply(reply: Uint8Array): string {
  const text = latin1(reply).replace(/\r\n$/, '');
  return text.replace(/[^ -[\]-~]/g, (character) => {
    if (character === '\r') return '\\r';
    if (character === '\n') return '\\n';
    if (character === '\\') return '\\\\';
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}

export function unescapeReply(text: string): Uint8Array {
  return unescapeBytes(`${text}\\r\\n`);
}

function unescapeBytes(text: string): Uint8Array {
  const plain = text.replace(/\\(r|n|\\|x[0-9a-f]{2})/g, (_escape, code: string) => {
    if (code === 'r') return '\r';
    if (code === 'n') return '\n';
    if (code === '\\') return '\\';
    return String.fromCharCode(Number.parseInt(code.slice(1), 16));
  });
  return new Uint8Array(Buffer.from(plain, 'latin1'));
}

/** {n} anywhere in raw bytes, behind a character that is not escaped. */
function repeatedInside(text: string): string {
  return text.replace(/(.)\{(\d+)\}/g, (_all, character: string, count: string) =>
    character.repeat(Number(count)),
  );
}

/** All bytes that answered raw bytes, followed by notes for what bytes cannot show. */
export function rawOutcome(bytes: Uint8Array, closed: boolean): Uint8Array {
  if (closed) return Buffer.concat([bytes, Buffer.from('[closed]\r\n')]);
  return bytes.length === 0 ? NOTHING : bytes;
}

/** The compared part of a reply, as text: two replies agree if these are equal. */
export function comparable(reply: Uint8Array, comparison: Comparison): string {
  if (comparison === 'kind') return String.fromCharCode(reply[0]);
  if (comparison === 'exact') return escapeReply(reply);
  return escapeReply(Buffer.from(sorted(reply), 'latin1'));
}

/** A reply with the elements of every array sorted. */
function sorted(reply: Uint8Array): string {
  const bytes = latin1(reply);
  const { nodes } = replyParts(reply);
  const children = new Map<number, RespNode[]>(nodes.map(({ id }) => [id, []]));
  for (const node of nodes) children.get(node.parent)?.push(node);
  const textOf = ({ id, from, to, announced }: RespNode): string => {
    if (announced < 0) return bytes.slice(from, to);
    const head = bytes.slice(from, bytes.indexOf('\r\n', from) + 2);
    return head + children.get(id)!.map(textOf).sort().join('');
  };
  return textOf(nodes[0]);
}
