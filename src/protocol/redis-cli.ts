/**
 * What redis-cli 7.0 does at a terminal: how it prints a reply. `split-arguments.ts` is how it takes a line apart, `quote.ts` how
 * it quotes a string.
 */

import { type FrameCommand, frameCommand } from './frame-commands.ts';
import { quoteUpTo } from './quote.ts';
import type { Reply } from './resp.ts';
import { splitArguments } from './split-arguments.ts';
import { decodeUtf8 } from './utf8.ts';

/** Commands whose text redis-cli shows as it is instead of quoting it; '*' stands for every subcommand. */
const rawCommands: Readonly<Record<string, readonly string[]>> = {
  info: ['*'],
  lolwut: ['*'],
  debug: ['htstats', 'htstats-key'],
  memory: ['malloc-stats', 'doctor'],
  cluster: ['nodes', 'info'],
  client: ['list', 'info'],
  latency: ['graph', 'doctor'],
};

/** A typed line as the command of a frame; null if it is not one. */
export function lineCommand(line: string): FrameCommand | null {
  return frameCommand(splitArguments(line) ?? []);
}

/** Whether redis-cli prints the reply to this command raw. */
export function printsRaw(command: FrameCommand | null): boolean {
  if (command === null) return false;
  const subcommands = rawCommands[command.name];
  if (subcommands === undefined) return false;
  if (subcommands[0] === '*') return true;
  return command.args.length > 0 && subcommands.includes(command.args[0].toLowerCase());
}

/** How much of a reply is printed. */
export interface PrintLimit {
  readonly chars: number;
  readonly lines: number;
}

export const UNLIMITED: PrintLimit = { chars: Number.POSITIVE_INFINITY, lines: Number.POSITIVE_INFINITY };

export interface Printed {
  readonly text: string;
  /** There is more of it: the limit was reached, or the replies were not there as wholes. */
  readonly isCut: boolean;
}

/** The output so far, up to a limit. Printers stop when it is full. */
class Paper {
  readonly #limit: PrintLimit;
  #text = '';
  #lines = 1;
  /** Nothing more is printed: there was no room, or the rest is missing. */
  isFull = false;

  constructor(limit: PrintLimit) {
    this.#limit = limit;
  }

  get text(): string {
    return this.#text;
  }

  get room(): number {
    return this.#limit.chars - this.#text.length;
  }

  put(text: string): void {
    if (this.isFull) return;
    let end = Math.min(text.length, this.room);
    for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) {
      if (this.#lines === this.#limit.lines) end = at;
      else this.#lines++;
    }
    // Half of a surrogate pair is not a character.
    if (end < text.length && end > 0 && isHighSurrogate(text.charCodeAt(end - 1))) end--;
    this.#text += end === text.length ? text : text.slice(0, end);
    if (end < text.length) this.isFull = true;
  }

  /** As much of the text in these bytes as there is room for. */
  putUtf8(bytes: Uint8Array): void {
    // No character has more than four bytes.
    const enough = Math.min(bytes.length, this.room * 4 + 8);
    this.put(decodeUtf8(enough < bytes.length ? bytes.subarray(0, enough) : bytes));
    if (enough < bytes.length) this.isFull = true;
  }

  end(missing: number | undefined): void {
    if (missing !== undefined && missing > 0) this.isFull = true;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** Replies as redis-cli prints them, one below the other, without the last line end. Cut output ends with "…". */
export function printReplies(
  replies: readonly Reply[],
  limit: PrintLimit = UNLIMITED,
  way: 'formatted' | 'raw' = 'formatted',
): Printed {
  const paper = new Paper(limit);
  for (const [nth, reply] of replies.entries()) {
    if (nth > 0) paper.put('\n');
    if (paper.isFull) break;
    if (way === 'raw') putAll(paper, (later) => putRaw(reply, paper, later));
    else if (!putInvalidation(reply, paper)) putAll(paper, (later) => putReply(reply, '', paper, later));
  }
  return { text: paper.isFull ? `${paper.text}…` : paper.text, isCut: paper.isFull };
}

/** A reply as redis-cli prints it when it prints raw, without the last line's end. */
export function formatRawReply(reply: Reply): string {
  return printReplies([reply], UNLIMITED, 'raw').text;
}

/**
 * A reply as redis-cli prints it at a terminal, without the last line's end. The one exception is a big number,
 * on which redis-cli 7.0 gives up with "Unknown reply type".
 */
export function formatReply(reply: Reply): string {
  return printReplies([reply]).text;
}

/** Queues the parts to print next, in their order. */
type Later = (parts: Iterator<Part>) => void;
type Part = (later: Later) => void;

/** Prints parts and what they leave for later. Nothing calls itself: replies can be deeper than a stack. */
function putAll(paper: Paper, first: Part): void {
  const waiting: Iterator<Part>[] = [];
  const later: Later = (parts) => waiting.push(parts);
  first(later);
  for (;;) {
    const parts = waiting.at(-1);
    if (parts === undefined || paper.isFull) return;
    const next = parts.next();
    if (next.done === true) waiting.pop();
    else next.value(later);
  }
}

function putRaw(reply: Reply, paper: Paper, later: Later): void {
  switch (reply.type) {
    case 'string':
    case 'verbatim':
      paper.putUtf8(reply.missing === undefined ? withoutLineEnd(reply.bytes) : reply.bytes);
      paper.end(reply.missing);
      break;
    case 'status':
    case 'error':
      paper.put(reply.text);
      paper.end(reply.isCut && 1);
      break;
    case 'double':
    case 'big-number':
      paper.put(reply.text);
      break;
    case 'integer':
      paper.put(String(reply.value));
      break;
    case 'boolean':
      paper.put(reply.value ? '(true)' : '(false)');
      break;
    case 'nil':
      break;
    case 'map':
      later(rawEntries(reply.entries, reply.missing, paper));
      break;
    default:
      later(rawItems(reply.items, reply.missing, paper));
  }
}

function* rawEntries(
  entries: readonly (readonly [Reply, Reply])[],
  missing: number | undefined,
  paper: Paper,
): Generator<Part, void, void> {
  for (const [nth, [key, value]] of entries.entries()) {
    if (nth > 0) paper.put('\n');
    yield (later) => putRaw(key, paper, later);
    paper.put(' ');
    yield (later) => putRaw(value, paper, later);
  }
  paper.end(missing);
}

function* rawItems(
  items: readonly Reply[],
  missing: number | undefined,
  paper: Paper,
): Generator<Part, void, void> {
  for (const [nth, item] of items.entries()) {
    if (nth > 0) paper.put('\n');
    yield (later) => putRaw(item, paper, later);
  }
  paper.end(missing);
}

function withoutLineEnd(bytes: Uint8Array): Uint8Array {
  if (bytes.at(-1) !== 0x0a) return bytes;
  return bytes.subarray(0, bytes.at(-2) === 0x0d ? -2 : -1);
}

/** Word of keys that have changed, which redis-cli prints on one line: -> invalidate: 'k', 'l'. False for all else. */
function putInvalidation(reply: Reply, paper: Paper): boolean {
  if (reply.type !== 'push' || reply.items.length !== 2) return false;
  const [word, keys] = reply.items;
  if (word.type !== 'string' || decodeUtf8(word.bytes) !== 'invalidate' || keys.type !== 'array')
    return false;
  paper.put('-> invalidate: ');
  for (const [nth, key] of keys.items.entries()) {
    if (nth > 0) paper.put(', ');
    if (paper.isFull) return true;
    if (key.type !== 'string') continue;
    paper.put("'");
    paper.putUtf8(key.bytes);
    paper.end(key.missing);
    paper.put("'");
  }
  paper.end(keys.missing);
  return true;
}

function putReply(reply: Reply, prefix: string, paper: Paper, later: Later): void {
  switch (reply.type) {
    case 'status':
    case 'error':
      paper.put(reply.type === 'status' ? reply.text : `(error) ${reply.text}`);
      paper.end(reply.isCut && 1);
      break;
    case 'integer':
      paper.put(`(integer) ${reply.value}`);
      break;
    case 'double':
      paper.put(`(double) ${reply.text}`);
      break;
    case 'big-number':
      paper.put(`(big number) ${reply.text}`);
      break;
    case 'boolean':
      paper.put(reply.value ? '(true)' : '(false)');
      break;
    case 'nil':
      paper.put('(nil)');
      break;
    case 'string':
      paper.put(quoteUpTo(reply.bytes, paper.room));
      paper.end(reply.missing);
      paper.put('"');
      break;
    case 'verbatim':
      paper.putUtf8(reply.bytes);
      paper.end(reply.missing);
      break;
    case 'map':
      if (reply.entries.length === 0 && reply.missing === undefined) paper.put('(empty hash)');
      later(
        numbered(reply.entries, reply.missing, '#', prefix, paper, function* ([key, value], inner) {
          yield (next) => putReply(key, inner, paper, next);
          paper.put(takesLines(value) ? ` => \n${inner}` : ' => ');
          yield (next) => putReply(value, inner, paper, next);
        }),
      );
      break;
    default:
      if (reply.items.length === 0 && reply.missing === undefined) paper.put(`(empty ${reply.type})`);
      later(
        numbered(
          reply.items,
          reply.missing,
          reply.type === 'set' ? '~' : ')',
          prefix,
          paper,
          function* (item, inner) {
            yield (next) => putReply(item, inner, paper, next);
          },
        ),
      );
  }
}

/** Whether a value of a map is printed as a list of several lines, which then begins below its key. */
function takesLines(reply: Reply): boolean {
  let inner = reply;
  for (;;) {
    let only: Reply | undefined;
    let length: number;
    if (inner.type === 'map') {
      length = inner.entries.length + (inner.missing ?? 0);
      only = inner.entries[0]?.[1];
    } else if (inner.type === 'array' || inner.type === 'set' || inner.type === 'push') {
      length = inner.items.length + (inner.missing ?? 0);
      only = inner.items[0];
    } else return false;
    if (length > 1) return true;
    if (only === undefined) return false;
    inner = only;
  }
}

/** Numbers the items. The first stands on the line that its parent has already begun. */
function* numbered<Item>(
  items: readonly Item[],
  missing: number | undefined,
  mark: string,
  prefix: string,
  paper: Paper,
  partsOf: (item: Item, innerPrefix: string) => Generator<Part, void, void>,
): Generator<Part, void, void> {
  const width = String(items.length + (missing ?? 0)).length;
  const inner = prefix + ' '.repeat(width + 2);
  for (let index = 0; index < items.length; index++) {
    if (index > 0) paper.put(`\n${prefix}`);
    paper.put(`${String(index + 1).padStart(width, ' ')}${mark} `);
    yield* partsOf(items[index], inner);
  }
  paper.end(missing);
}
