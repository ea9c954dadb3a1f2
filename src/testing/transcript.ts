/**
 * Transcripts: replies of a real redis-server, kept as text for comparison.
 *
 *   # A comment.
 *   @ option enable-debug-command yes        an option of the server; only before the first command
 *   > SET k "a\x00b"                         a command, quoted as for redis-cli
 *   < +OK                                    its reply: the bytes, escaped, without the last line end
 *   ~ KEYS *                                 compared with the elements of every array sorted
 *   < *2\r\n$1\r\na\r\n$1\r\nb
 *   ? RANDOMKEY                              only the kind of the reply (its first byte) is compared
 *   < $
 *   > "MGET" k{3}                            {n} behind a word repeats its last byte: kkk
 *   ! *1\r\n$4\r\nPING\r\n                   bytes as they are, escaped like replies, on a connection of their own
 *   < +PONG                                  all that came back; [closed] at its end: the server disconnected,
 *                                            [nothing] when it kept silent
 *   @ wait 20                                so many milliseconds pass
 *   @ client b                               the commands that follow are another connection's
 *   > BLPOP k 0
 *   < [nothing]                              no reply so far: the client waits
 *   = b                                      what that connection has received since, without a command
 *   < *2\r\n$1\r\nk\r\n$1\r\nv                all of it; [nothing] or [closed] as above
 *   @ hangup b                               the connection ends; one of this name is a new one then
 *
 * State goes on from line to line; every file starts with an empty server. Replies are written by record-transcripts.ts
 * and never by hand. Times in them must lie far in the past or the future, for the clock of a real server cannot be
 * set.
 */
import { latin1 } from '../engine/base/bytes.ts';
import { splitArguments } from '../engine/base/split-arguments.ts';

export type Comparison = 'exact' | 'unordered' | 'kind';

export type TranscriptLine =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'option'; readonly name: string; readonly value: string }
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'client'; readonly name: string }
  | { readonly type: 'hangup'; readonly name: string }
  | {
      readonly type: 'command';
      /** Its number in the file, from 1. */
      readonly line: number;
      readonly comparison: Comparison;
      /** The command as written. */
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

const comparisons: Readonly<Record<string, Comparison>> = { '>': 'exact', '~': 'unordered', '?': 'kind' };
const RAW = '!';
const LATE = '=';
/** Stands for a reply where there is none. */
export const NOTHING = Buffer.from('[nothing]\r\n');

export function parseTranscript(source: string): TranscriptLine[] {
  const lines: TranscriptLine[] = [];
  const texts = source.replace(/\n$/, '').split('\n');
  for (let index = 0; index < texts.length; index++) {
    const text = texts[index];
    const isRaw = text[0] === RAW;
    const isLate = text[0] === LATE;
    const comparison = isRaw || isLate ? 'exact' : comparisons[text[0]];
    if (text === '' || text.startsWith('#')) {
      lines.push({ type: 'text', text });
    } else if (text.startsWith('@ ')) {
      lines.push(parseDirective(text, index + 1));
    } else if (comparison !== undefined && text[1] === ' ') {
      const recorded = texts[index + 1]?.startsWith('< ') === true;
      const written = text.slice(2);
      const sent = isRaw
        ? { args: [], raw: unescapeBytes(repeatedInside(written)) }
        : isLate
          ? { args: [], late: written }
          : { args: argumentsOf(written, index + 1) };
      const reply = recorded ? texts[index + 1].slice(2) : null;
      lines.push({ type: 'command', line: index + 1, comparison, text: written, ...sent, reply });
      if (recorded) index++;
    } else {
      throw new Error(`line ${index + 1} is neither command nor comment: ${text}`);
    }
  }
  return lines;
}

function parseDirective(text: string, line: number): TranscriptLine {
  const [, word, first, second] = text.split(' ');
  if (word === 'option' && second !== undefined) return { type: 'option', name: first, value: second };
  if (word === 'wait' && /^\d+$/.test(first)) return { type: 'wait', ms: Number(first) };
  if (word === 'client' && first !== undefined) return { type: 'client', name: first };
  if (word === 'hangup' && first !== undefined) return { type: 'hangup', name: first };
  throw new Error(`line ${line} is no directive: ${text}`);
}

function argumentsOf(text: string, line: number): Uint8Array[] {
  const words = splitArguments(Buffer.from(text));
  if (words === null || words.length === 0) throw new Error(`line ${line} has unbalanced quotes: ${text}`);
  return words.map(repeated);
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
      case 'wait':
        printed += `@ wait ${line.ms}\n`;
        break;
      case 'client':
        printed += `@ client ${line.name}\n`;
        break;
      case 'hangup':
        printed += `@ hangup ${line.name}\n`;
        break;
      case 'command': {
        const sign = signOf(line);
        const reply = replies[next++];
        // The part that is not compared is not kept either.
        printed += `${sign} ${line.text}\n< ${comparable(reply, line.comparison)}\n`;
      }
    }
  }
  return printed;
}

function signOf({ raw, late, comparison }: TranscriptCommand): string {
  if (raw !== undefined) return RAW;
  if (late !== undefined) return LATE;
  return Object.entries(comparisons).find(([, each]) => each === comparison)![0];
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
  return escapeReply(Buffer.from(sorted(latin1(reply), 0).text, 'latin1'));
}

/** One reply of `bytes` from `at` on, its elements sorted, and where it ends. */
function sorted(bytes: string, at: number): { text: string; end: number } {
  const lineEnd = bytes.indexOf('\r\n', at) + 2;
  const head = bytes.slice(at, lineEnd);
  const count = Number(head.slice(1));
  if (head[0] === '$' || head[0] === '=') {
    const end = count < 0 ? lineEnd : lineEnd + count + 2;
    return { text: bytes.slice(at, end), end };
  }
  if (!'*~>%'.includes(head[0])) return { text: head, end: lineEnd };
  const elements: string[] = [];
  let end = lineEnd;
  for (let index = 0; index < (head[0] === '%' ? count * 2 : count); index++) {
    const element = sorted(bytes, end);
    elements.push(element.text);
    end = element.end;
  }
  return { text: head + elements.sort().join(''), end };
}
