/**
 * The messages of the cluster bus, bytes as redis-server 7.0 writes them. Mirrors clusterMsg in cluster.h. All numbers
 * are big endian.
 *
 *        0  'RCmb'              4  length of all      8  version 1     10  port         12  type        14  count
 *       16  currentEpoch (8)   24  configEpoch (8)   32  offset (8)
 *       40  sender, 40 characters                    80  slots, 2048 bytes
 *     2128  its master, 40 characters or zeros     2168  its address, 46, if it announces one
 *     2214  number of extensions                   2216  unused, 30   2246  TLS port    2248  bus port   2250  flags
 *     2252  state: 0 ok, 1 fail                    2253  marks, 3     2256  the body
 *
 * Bodies: ping, pong and meet have `count` entries of 104 bytes about other nodes, then extensions; fail has a name;
 * publish two lengths, a channel and a message; update an epoch, a name and slots; module an id, a length, a type and
 * data. A request for votes, a vote and the start of a manual failover have none.
 *
 *     an entry:      0  name, 40   40  ping sent (s)   44  pong received (s)   48  address, 46
 *                   94  port       96  bus port        98  flags              100  TLS port     102  unused
 *     an extension:  0  its length, a multiple of 8     4  type (0: host name)  6  unused        8  data
 *
 * Worked example: that node 07c3… has failed. 2,296 bytes: 'RCmb' 000008f8 0001 1f90 0003 0000 …, and from 2256 on the
 * 40 characters of 07c3….
 */
import { bytesOf, latin1 } from '../base/bytes.ts';
import { MESSAGE_TYPES, type MessageType } from '../state/cluster/cluster.ts';
import { SLOT_SET_BYTES } from '../state/cluster/slot-set.ts';

const SIGNATURE = 0x52436d62;
const VERSION = 1;
const ID_BYTES = 40;
const HOST_BYTES = 46;
export const HEADER_BYTES = 2256;
const ENTRY_BYTES = 104;
const EXTENSION_BYTES = 8;
const HOSTNAME_EXTENSION = 0;
const UPDATE_BYTES = 8 + ID_BYTES + SLOT_SET_BYTES;
const PUBLISH_BYTES = 8;
const MODULE_BYTES = 13;
/** Signature and length: as much tells where a message ends. */
const START_BYTES = 8;
/** The length of a header before version, port and type can be read. */
const SHORTEST = 16;

const AT = {
  length: 4,
  version: 8,
  port: 10,
  type: 12,
  count: 14,
  currentEpoch: 16,
  configEpoch: 24,
  offset: 32,
  sender: 40,
  slots: 80,
  master: 2128,
  host: 2168,
  extensions: 2214,
  busPort: 2248,
  flags: 2250,
  state: 2252,
  marks: 2253,
} as const;

/** Bits of the first mark. */
export const MARK = {
  /** A master that has paused its clients for a manual failover. */
  paused: 1,
  /** Give the vote although the master is up. */
  forced: 2,
  /** There are extensions. */
  extensions: 4,
} as const;

export interface Header {
  readonly port: number;
  readonly busPort: number;
  readonly currentEpoch: number;
  readonly configEpoch: number;
  readonly offset: number;
  readonly sender: string;
  readonly slots: Uint8Array;
  /** The id of the sender's master; empty for a master. */
  readonly master: string;
  /** Empty: the one that the connection comes from. */
  readonly host: string;
  readonly flags: number;
  readonly isOk: boolean;
  readonly marks: number;
}

/** What a node says of another one. */
export interface Gossip {
  readonly id: string;
  readonly pingSentSeconds: number;
  readonly pongReceivedSeconds: number;
  readonly host: string;
  readonly port: number;
  readonly busPort: number;
  readonly flags: number;
}

export interface PingBody {
  readonly type: 'ping' | 'pong' | 'meet';
  readonly gossip: readonly Gossip[];
  /** Null if it is not told. */
  readonly hostname: string | null;
}

export type OtherBody =
  | { readonly type: 'fail'; readonly id: string }
  | { readonly type: 'publish' | 'publishshard'; readonly channel: Uint8Array; readonly message: Uint8Array }
  | {
      readonly type: 'update';
      readonly id: string;
      readonly configEpoch: number;
      readonly slots: Uint8Array;
    }
  | { readonly type: 'module'; readonly module: bigint; readonly kind: number; readonly data: Uint8Array }
  | { readonly type: 'auth-req' | 'auth-ack' | 'mfstart' };

export type Body = PingBody | OtherBody;

export interface Message {
  readonly header: Header;
  readonly body: Body;
}

/** The length of the message that begins here; null if it cannot be told yet, or 0 if this is no message. */
export function lengthOf(bytes: Uint8Array): number | null {
  if (bytes.length < START_BYTES) return null;
  const view = viewOf(bytes);
  const length = view.getUint32(AT.length);
  return view.getUint32(0) !== SIGNATURE || length < HEADER_BYTES ? 0 : length;
}

function bodyBytes(body: Body): number {
  switch (body.type) {
    case 'ping':
    case 'pong':
    case 'meet':
      return body.gossip.length * ENTRY_BYTES + extensionBytes(body.hostname);
    case 'fail':
      return ID_BYTES;
    case 'publish':
    case 'publishshard':
      return PUBLISH_BYTES + body.channel.length + body.message.length;
    case 'update':
      return UPDATE_BYTES;
    case 'module':
      return MODULE_BYTES + body.data.length;
    default:
      return 0;
  }
}

/** Header, name and a zero, up to a multiple of 8. */
function extensionBytes(hostname: string | null): number {
  return hostname === null ? 0 : EXTENSION_BYTES + Math.ceil((hostname.length + 1) / 8) * 8;
}

export function encode({ header, body }: Message): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + bodyBytes(body));
  const view = viewOf(bytes);
  view.setUint32(0, SIGNATURE);
  view.setUint32(AT.length, bytes.length);
  view.setUint16(AT.version, VERSION);
  view.setUint16(AT.port, header.port);
  view.setUint16(AT.type, MESSAGE_TYPES.indexOf(body.type));
  setEpoch(view, AT.currentEpoch, header.currentEpoch);
  setEpoch(view, AT.configEpoch, header.configEpoch);
  setEpoch(view, AT.offset, header.offset);
  setText(bytes, AT.sender, ID_BYTES, header.sender);
  bytes.set(header.slots, AT.slots);
  setText(bytes, AT.master, ID_BYTES, header.master);
  setText(bytes, AT.host, HOST_BYTES, header.host);
  view.setUint16(AT.busPort, header.busPort);
  view.setUint16(AT.flags, header.flags);
  bytes[AT.state] = header.isOk ? 0 : 1;
  bytes[AT.marks] = header.marks;
  encodeBody(bytes, view, body);
  return bytes;
}

function encodeBody(bytes: Uint8Array, view: DataView, body: Body): void {
  switch (body.type) {
    case 'ping':
    case 'pong':
    case 'meet': {
      view.setUint16(AT.count, body.gossip.length);
      body.gossip.forEach((entry, index) => {
        encodeGossip(bytes, view, HEADER_BYTES + index * ENTRY_BYTES, entry);
      });
      if (body.hostname === null) return;
      view.setUint16(AT.extensions, 1);
      bytes[AT.marks] |= MARK.extensions;
      const at = HEADER_BYTES + body.gossip.length * ENTRY_BYTES;
      view.setUint32(at, extensionBytes(body.hostname));
      view.setUint16(at + 4, HOSTNAME_EXTENSION);
      setText(bytes, at + EXTENSION_BYTES, body.hostname.length, body.hostname);
      return;
    }
    case 'fail':
      setText(bytes, HEADER_BYTES, ID_BYTES, body.id);
      return;
    case 'publish':
    case 'publishshard': {
      const { channel, message } = body;
      view.setUint32(HEADER_BYTES, channel.length);
      view.setUint32(HEADER_BYTES + 4, message.length);
      bytes.set(channel, HEADER_BYTES + PUBLISH_BYTES);
      bytes.set(message, HEADER_BYTES + PUBLISH_BYTES + channel.length);
      return;
    }
    case 'update':
      setEpoch(view, HEADER_BYTES, body.configEpoch);
      setText(bytes, HEADER_BYTES + 8, ID_BYTES, body.id);
      bytes.set(body.slots, HEADER_BYTES + 8 + ID_BYTES);
      return;
    case 'module':
      view.setBigUint64(HEADER_BYTES, body.module);
      view.setUint32(HEADER_BYTES + 8, body.data.length);
      bytes[HEADER_BYTES + 12] = body.kind;
      bytes.set(body.data, HEADER_BYTES + MODULE_BYTES);
  }
}

function encodeGossip(bytes: Uint8Array, view: DataView, at: number, entry: Gossip): void {
  setText(bytes, at, ID_BYTES, entry.id);
  view.setUint32(at + 40, entry.pingSentSeconds);
  view.setUint32(at + 44, entry.pongReceivedSeconds);
  setText(bytes, at + 48, HOST_BYTES, entry.host);
  view.setUint16(at + 94, entry.port);
  view.setUint16(at + 96, entry.busPort);
  view.setUint16(at + 98, entry.flags);
}

/** Null for a message of another version or an unknown type, or one whose parts do not add up to its length. */
export function decode(bytes: Uint8Array): Message | null {
  if (bytes.length < SHORTEST) return null;
  const view = viewOf(bytes);
  if (view.getUint16(AT.version) !== VERSION || bytes.length < HEADER_BYTES) return null;
  const type = MESSAGE_TYPES[view.getUint16(AT.type)];
  if (type === undefined) return null;
  const body = decodeBody(bytes, view, type);
  if (body === null) return null;
  return {
    header: {
      port: view.getUint16(AT.port),
      busPort: view.getUint16(AT.busPort),
      currentEpoch: epochAt(view, AT.currentEpoch),
      configEpoch: epochAt(view, AT.configEpoch),
      offset: epochAt(view, AT.offset),
      sender: textAt(bytes, AT.sender, ID_BYTES),
      slots: bytes.slice(AT.slots, AT.slots + SLOT_SET_BYTES),
      master: textAt(bytes, AT.master, ID_BYTES),
      host: textAt(bytes, AT.host, HOST_BYTES),
      flags: view.getUint16(AT.flags),
      isOk: bytes[AT.state] === 0,
      marks: bytes[AT.marks],
    },
    body,
  };
}

function decodeBody(bytes: Uint8Array, view: DataView, type: MessageType): Body | null {
  const rest = bytes.length - HEADER_BYTES;
  switch (type) {
    case 'ping':
    case 'pong':
    case 'meet':
      return decodePing(bytes, view, type);
    case 'fail':
      return rest === ID_BYTES ? { type, id: textAt(bytes, HEADER_BYTES, ID_BYTES) } : null;
    case 'publish':
    case 'publishshard': {
      if (rest < PUBLISH_BYTES) return null;
      const channelBytes = view.getUint32(HEADER_BYTES);
      if (rest !== PUBLISH_BYTES + channelBytes + view.getUint32(HEADER_BYTES + 4)) return null;
      const start = HEADER_BYTES + PUBLISH_BYTES;
      const channel = bytes.slice(start, start + channelBytes);
      return { type, channel, message: bytes.slice(start + channelBytes) };
    }
    case 'update':
      if (rest !== UPDATE_BYTES) return null;
      return {
        type,
        configEpoch: epochAt(view, HEADER_BYTES),
        id: textAt(bytes, HEADER_BYTES + 8, ID_BYTES),
        slots: bytes.slice(HEADER_BYTES + 8 + ID_BYTES),
      };
    case 'module': {
      if (rest < MODULE_BYTES || rest !== MODULE_BYTES + view.getUint32(HEADER_BYTES + 8)) return null;
      const data = bytes.slice(HEADER_BYTES + MODULE_BYTES);
      return { type, module: view.getBigUint64(HEADER_BYTES), kind: bytes[HEADER_BYTES + 12], data };
    }
    default:
      return rest === 0 ? { type } : null;
  }
}

function decodePing(bytes: Uint8Array, view: DataView, type: 'ping' | 'pong' | 'meet'): Body | null {
  const count = view.getUint16(AT.count);
  let at = HEADER_BYTES + count * ENTRY_BYTES;
  if (at > bytes.length) return null;
  const gossip: Gossip[] = [];
  for (let index = 0; index < count; index++) {
    gossip.push(decodeGossip(bytes, view, HEADER_BYTES + index * ENTRY_BYTES));
  }
  let hostname: string | null = null;
  if ((bytes[AT.marks] & MARK.extensions) !== 0) {
    for (let left = view.getUint16(AT.extensions); left > 0; left--) {
      if (at + EXTENSION_BYTES > bytes.length) return null;
      const length = view.getUint32(at);
      if (length < EXTENSION_BYTES || length % 8 !== 0 || at + length > bytes.length) return null;
      // Extensions of later versions are passed over.
      if (view.getUint16(at + 4) === HOSTNAME_EXTENSION) {
        hostname = textAt(bytes, at + EXTENSION_BYTES, length - EXTENSION_BYTES);
      }
      at += length;
    }
  }
  return at === bytes.length ? { type, gossip, hostname } : null;
}

function decodeGossip(bytes: Uint8Array, view: DataView, at: number): Gossip {
  return {
    id: textAt(bytes, at, ID_BYTES),
    pingSentSeconds: view.getUint32(at + 40),
    pongReceivedSeconds: view.getUint32(at + 44),
    host: textAt(bytes, at + 48, HOST_BYTES),
    port: view.getUint16(at + 94),
    busPort: view.getUint16(at + 96),
    flags: view.getUint16(at + 98),
  };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function setEpoch(view: DataView, at: number, value: number): void {
  view.setBigUint64(at, BigInt(value));
}

function epochAt(view: DataView, at: number): number {
  return Number(view.getBigUint64(at));
}

function setText(bytes: Uint8Array, at: number, limit: number, text: string): void {
  bytes.set(bytesOf(text).subarray(0, limit), at);
}

/** Up to the first zero. */
function textAt(bytes: Uint8Array, at: number, limit: number): string {
  const end = bytes.indexOf(0, at);
  return latin1(bytes, at, end === -1 ? at + limit : Math.min(end, at + limit));
}
