/**
 * RESP byte by byte: which byte is a type, which belong to a length, a line end or a payload, and the tree they form.
 * For panels that show the bytes; `resp.ts` reads replies.
 *
 *   *2\r\n$3\r\nGET\r\n$1\r\nk\r\n       an array of two strings        * type, 2 length, \r\n end, GET payload
 *   GET k\r\n                            an inline command: words up to the end of the line
 */

import {
  elementsPerCount,
  hasBytes,
  kindOf,
  lineEndFrom,
  numberIn,
  type RespElementKind,
} from './resp-elements.ts';

export type RespRole = 'type' | 'length' | 'end' | 'payload' | 'inline' | 'broken';

/** What a node is; `inline` is a command without a type, and what follows cannot be read where it is `broken`. */
export type RespKind = RespElementKind | 'inline' | 'broken';

export interface RespSpan {
  readonly from: number;
  readonly to: number;
  readonly role: RespRole;
  /** The node it belongs to. */
  readonly node: number;
}

export interface RespNode {
  readonly id: number;
  /** -1 for a whole command, reply or push. */
  readonly parent: number;
  readonly depth: number;
  readonly kind: RespKind;
  readonly from: number;
  to: number;
  /** The payload of a leaf, from and to; both -1 for an aggregate and for nil. */
  readonly payloadFrom: number;
  readonly payloadTo: number;
  /** Of an aggregate: how many children it announced; -1 for a leaf. */
  readonly announced: number;
  /** False when the bytes end before it does. */
  whole: boolean;
}

export interface RespParts {
  readonly spans: readonly RespSpan[];
  /** Parents before their children, in the order of the bytes. */
  readonly nodes: readonly RespNode[];
  /** Where the last whole command or reply ends: what follows waits for more. */
  readonly wholeTo: number;
}

const MAX_DEPTH = 64;

const CR = 13;
const LF = 10;

/** What a client sent: arrays of strings, or lines. */
export function requestParts(bytes: Uint8Array): RespParts {
  return new Taker(bytes, true).takeAll();
}

/** What a server wrote. */
export function replyParts(bytes: Uint8Array): RespParts {
  return new Taker(bytes, false).takeAll();
}

class Taker {
  readonly #bytes: Uint8Array;
  readonly #isRequest: boolean;
  readonly #spans: RespSpan[] = [];
  readonly #nodes: RespNode[] = [];
  #at = 0;

  constructor(bytes: Uint8Array, isRequest: boolean) {
    this.#bytes = bytes;
    this.#isRequest = isRequest;
  }

  takeAll(): RespParts {
    let wholeTo = 0;
    while (this.#at < this.#bytes.length) {
      const isInline = this.#isRequest && this.#bytes[this.#at] !== 42;
      const isWhole = isInline ? this.#inline() : this.#value(-1, 0);
      if (!isWhole) break;
      wholeTo = this.#at;
    }
    return { spans: this.#spans, nodes: this.#nodes, wholeTo };
  }

  /** A line of words; an empty one is a command without arguments. */
  #inline(): boolean {
    const from = this.#at;
    const found = this.#bytes.indexOf(LF, from);
    const lineEnd = found === -1 ? this.#bytes.length : found;
    const textEnd = lineEnd > from && this.#bytes[lineEnd - 1] === CR ? lineEnd - 1 : lineEnd;
    const node = this.#open('inline', -1, 0, from, from, textEnd, -1);
    this.#span(from, textEnd, 'inline', node.id);
    this.#at = found === -1 ? this.#bytes.length : found + 1;
    this.#span(textEnd, this.#at, 'end', node.id);
    return this.#close(node, found !== -1);
  }

  #value(parent: number, depth: number): boolean {
    const from = this.#at;
    const kind = kindOf(this.#bytes[from]);
    if (kind === undefined || depth > MAX_DEPTH) return this.#broken(parent, depth);
    const lineEnd = lineEndFrom(this.#bytes, from + 1);
    const textEnd = lineEnd === -1 ? this.#bytes.length : lineEnd;
    const number = numberIn(this.#bytes, from + 1, textEnd);
    const isAggregate = elementsPerCount(kind) > 0;
    const isSized = hasBytes(kind) || isAggregate;
    if (isSized && lineEnd !== -1 && number === null) return this.#broken(parent, depth);
    if (isSized && number !== null && number < 0) return this.#leaf('nil', parent, depth, lineEnd, 'length');
    if (isAggregate) return this.#aggregate(kind, parent, depth, lineEnd, number ?? 0);
    if (hasBytes(kind)) return this.#blob(kind, parent, depth, lineEnd, number ?? 0);
    return this.#leaf(kind, parent, depth, lineEnd, kind === 'nil' ? 'length' : 'payload');
  }

  /** A value that is one line. */
  #leaf(kind: RespKind, parent: number, depth: number, lineEnd: number, role: 'length' | 'payload'): boolean {
    const from = this.#at;
    const textEnd = lineEnd === -1 ? this.#bytes.length : lineEnd;
    const hasPayload = role === 'payload';
    const node = this.#open(
      kind,
      parent,
      depth,
      from,
      hasPayload ? from + 1 : -1,
      hasPayload ? textEnd : -1,
      -1,
    );
    this.#head(from, textEnd, lineEnd, role, node.id);
    return this.#close(node, lineEnd !== -1);
  }

  #blob(kind: RespKind, parent: number, depth: number, lineEnd: number, length: number): boolean {
    const from = this.#at;
    const textEnd = lineEnd === -1 ? this.#bytes.length : lineEnd;
    const start = lineEnd === -1 ? textEnd : lineEnd + 2;
    const end = Math.min(this.#bytes.length, start + length);
    const node = this.#open(kind, parent, depth, from, start, end, -1);
    this.#head(from, textEnd, lineEnd, 'length', node.id);
    this.#span(start, end, 'payload', node.id);
    this.#at = Math.max(this.#at, Math.min(this.#bytes.length, end + 2));
    this.#span(end, this.#at, 'end', node.id);
    return this.#close(node, lineEnd !== -1 && start + length + 2 <= this.#bytes.length);
  }

  #aggregate(kind: RespElementKind, parent: number, depth: number, lineEnd: number, count: number): boolean {
    const from = this.#at;
    const textEnd = lineEnd === -1 ? this.#bytes.length : lineEnd;
    const node = this.#open(kind, parent, depth, from, -1, -1, count);
    this.#head(from, textEnd, lineEnd, 'length', node.id);
    if (lineEnd === -1) return this.#close(node, false);
    const children = count * elementsPerCount(kind);
    for (let child = 0; child < children; child++) {
      if (this.#at >= this.#bytes.length || !this.#value(node.id, depth + 1)) return this.#close(node, false);
    }
    return this.#close(node, true);
  }

  /** Nothing after this can be read. */
  #broken(parent: number, depth: number): boolean {
    const from = this.#at;
    this.#at = this.#bytes.length;
    const node = this.#open('broken', parent, depth, from, from, this.#at, -1);
    this.#span(from, this.#at, 'broken', node.id);
    return this.#close(node, false);
  }

  #head(from: number, textEnd: number, lineEnd: number, role: RespRole, node: number): void {
    this.#span(from, from + 1, 'type', node);
    this.#span(from + 1, textEnd, role, node);
    this.#at = lineEnd === -1 ? this.#bytes.length : lineEnd + 2;
    this.#span(textEnd, this.#at, 'end', node);
  }

  #open(
    kind: RespKind,
    parent: number,
    depth: number,
    from: number,
    payloadFrom: number,
    payloadTo: number,
    announced: number,
  ): RespNode {
    const id = this.#nodes.length;
    const node = { id, parent, depth, kind, from, to: from, payloadFrom, payloadTo, announced, whole: false };
    this.#nodes.push(node);
    return node;
  }

  #close(node: RespNode, whole: boolean): boolean {
    node.to = this.#at;
    node.whole = whole;
    return whole;
  }

  #span(from: number, to: number, role: RespRole, node: number): void {
    if (to > from) this.#spans.push({ from, to, role, node });
  }
}
