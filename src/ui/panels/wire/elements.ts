/** The sent bytes, element by element: each with its own bytes, their roles and their meaning. */
import { quote } from '../../../protocol/quote.ts';
import {
  type RespKind,
  type RespNode,
  type RespRole,
  replyParts,
  requestParts,
} from '../../../protocol/resp-spans.ts';
import type { WireBytes, WireView } from '../../../protocol/views.ts';
import type { WireWords } from './words.ts';

export interface WireByte {
  /** Its place among the bytes sent. */
  readonly at: number;
  readonly byte: number;
  readonly role: RespRole;
  /** It came with an earlier read. */
  readonly earlier: boolean;
}

export interface WireElement {
  readonly node: number;
  readonly depth: number;
  readonly kind: RespKind;
  readonly whole: boolean;
  readonly bytes: readonly WireByte[];
  /** The payload as redis-cli would quote it, or null if there is none. */
  readonly value: string | null;
  readonly payloadBytes: number;
  readonly announced: number;
}

const maxValue = 200;

/** The request, with its part from earlier reads. */
export function requestElements({ pending, request }: WireView): WireElement[] {
  if (request === null) return [];
  const bytes = new Uint8Array(pending.bytes.length + request.bytes.length);
  bytes.set(pending.bytes, 0);
  bytes.set(request.bytes, pending.bytes.length);
  const isCut = request.totalBytes > request.bytes.length;
  return elementsOf(bytes, requestParts(bytes), pending.bytes.length, isCut);
}

export function replyElements({ bytes, totalBytes }: WireBytes): WireElement[] {
  return elementsOf(bytes, replyParts(bytes), 0, totalBytes > bytes.length);
}

function elementsOf(
  bytes: Uint8Array,
  parts: ReturnType<typeof replyParts>,
  earlierBytes: number,
  /** More bytes came than are here: a last element that ends early is no error. */
  isCut: boolean,
): WireElement[] {
  const own: WireByte[][] = parts.nodes.map(() => []);
  for (const { from, to, role, node } of parts.spans) {
    for (let at = from; at < to; at++)
      own[node].push({ at, byte: bytes[at], role, earlier: at < earlierBytes });
  }
  return parts.nodes.map((node) => ({
    node: node.id,
    depth: node.depth,
    kind: node.kind,
    whole: node.whole || isCut,
    bytes: own[node.id],
    value: payloadText(bytes, node),
    payloadBytes: node.payloadFrom < 0 ? 0 : node.payloadTo - node.payloadFrom,
    announced: node.announced,
  }));
}

function payloadText(bytes: Uint8Array, { kind, payloadFrom, payloadTo, whole }: RespNode): string | null {
  if (payloadFrom < 0 || (!whole && payloadTo === payloadFrom)) return null;
  const payload = bytes.subarray(payloadFrom, Math.min(payloadTo, payloadFrom + maxValue));
  if (kind === 'string' || kind === 'verbatim' || kind === 'broken')
    return readable(payload) ?? quote(payload);
  return [...payload].map((byte) => String.fromCharCode(byte)).join('');
}

/** Text in quotes, if the bytes need no escapes. */
function readable(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /[\p{C}"\\]/u.test(text) ? null : `"${text}"`;
  } catch {
    return null;
  }
}

/** An error, or no RESP at all. */
export function isWrong({ kind }: WireElement): boolean {
  return kind === 'error' || kind === 'bulk-error' || kind === 'broken';
}

/** How many whole commands were sent, and whether one of them was a line. */
export function commandsOf(elements: readonly WireElement[]): {
  readonly count: number;
  readonly inline: boolean;
} {
  const tops = elements.filter(({ depth, whole }) => depth === 0 && whole);
  return { count: tops.length, inline: tops.some(({ kind }) => kind === 'inline') };
}

/** An element in a few words: 'array · 2 elements', 'string · 3 bytes'. */
export function elementText(element: WireElement, words: WireWords): string {
  const { kind, announced, payloadBytes, whole } = element;
  const name = words.kind[kind];
  // Its length has not come yet.
  if (!whole && payloadBytes === 0 && announced <= 0) return name;
  if (announced >= 0) return `${name} · ${words.children(kind, announced)}`;
  return kind === 'string' || kind === 'verbatim' ? `${name} · ${words.payload(kind, payloadBytes)}` : name;
}

/** The same inside a sentence: 'an array of 2 elements'. */
export function elementPhrase({ kind, announced, payloadBytes }: WireElement, words: WireWords): string {
  if (announced >= 0) return words.phrase(kind, words.children(kind, announced));
  const hasLength = kind === 'string' || kind === 'verbatim';
  return words.phrase(kind, hasLength ? words.payload(kind, payloadBytes) : null);
}

export function characterOf(byte: number): string {
  if (byte === 13) return 'CR';
  if (byte === 10) return 'LF';
  return byte > 32 && byte < 127 ? String.fromCharCode(byte) : byte === 32 ? ' ' : '·';
}

export function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
