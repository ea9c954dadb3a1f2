/**
 * A connection as one line of CLIENT LIST. Buffer sizes are those that the server has for the same bytes: it reads
 * input into a buffer of 16 KB, which it frees after two idle seconds; replies go to a buffer of 16 KB and beyond that
 * to a list of blocks.
 */

import type { Server } from '../server.ts';
import type { Client } from './client.ts';
import { clientFlags } from './flags.ts';

/** sizeof(client) as the allocator rounds it. */
const CLIENT_BYTES = 768;
/** What sdsMakeRoomForNonGreedy gets for one read, and what of it holds bytes. */
const READ_ALLOCATION_BYTES = 20480;
const READ_BUFFER_BYTES = 20474;
const EMPTY_SDS_ALLOCATION_BYTES = 16;
const IDLE_BEFORE_SHRINK_MS = 2000;
export const REPLY_BUFFER_BYTES = 16384;
const MIN_REPLY_BUFFER_BYTES = 1024;
const FRESH_MS = 200;
/** A block of the reply list: its bytes, its header and its node. */
const BLOCK_OVERHEAD_BYTES = 24 + 24;
const POINTER_BYTES = 8;
/** A queued command, and a watched key with its node. */
const QUEUED_BYTES = 32;
const WATCHED_BYTES = 24 + 40;

export interface ClientMemory {
  readonly queryBytes: number;
  readonly queryFreeBytes: number;
  readonly argumentBytes: number;
  readonly queuedBytes: number;
  readonly replyBufferBytes: number;
  readonly replyPeakBytes: number;
  /** In the buffer of 16 KB. */
  readonly replyBytes: number;
  /** Blocks behind it. */
  readonly replyBlocks: number;
  readonly replyListBytes: number;
  readonly totalBytes: number;
}

/** `args` are those of the command it is running, if any. */
export function clientMemory(server: Server, client: Client, args: readonly Uint8Array[]): ClientMemory {
  const { query, transaction, subscriptions } = client;
  const queryBytes = args.length > 0 ? query.heldBytes : query.pendingBytes;
  const hasRead = client.lastEntry !== null || client.replyPeakBytes > 0 || queryBytes > 0;
  const isShrunk = queryBytes === 0 && server.nowMs - client.lastInteractionMs > IDLE_BEFORE_SHRINK_MS;
  const roomy = hasRead && !isShrunk;
  const roomBytes = roomy ? Math.max(READ_BUFFER_BYTES, queryBytes) : queryBytes;
  const queryAllocationBytes = roomy
    ? roomBytes + READ_ALLOCATION_BYTES - READ_BUFFER_BYTES
    : EMPTY_SDS_ALLOCATION_BYTES;
  const replyBuffer = replyBufferOf(server, client);
  const argumentBytes = lengthsOf(args);
  let queuedBytes = 0;
  for (const queued of transaction.queue)
    queuedBytes += lengthsOf(queued.args) + queued.args.length * POINTER_BYTES;
  const pendingBytes = args.length > 0 ? 0 : client.unsentBytes;
  const replyBytes = Math.min(pendingBytes, REPLY_BUFFER_BYTES);
  const { blocks, bytes } = replyList(pendingBytes);
  const listening = subscriptions === null ? 0 : subscriptions.total * POINTER_BYTES;
  return {
    queryBytes,
    queryFreeBytes: roomBytes - queryBytes,
    argumentBytes,
    queuedBytes,
    replyBufferBytes: replyBuffer.bytes,
    replyPeakBytes: replyBuffer.peakBytes,
    replyBytes,
    replyBlocks: blocks,
    replyListBytes: bytes,
    totalBytes:
      CLIENT_BYTES +
      queryAllocationBytes +
      replyBuffer.bytes +
      bytes +
      argumentBytes +
      args.length * POINTER_BYTES +
      queuedBytes +
      transaction.queue.length * QUEUED_BYTES +
      transaction.watched.length * WATCHED_BYTES +
      listening,
  };
}

/**
 * The buffer for replies. It starts with 16 KB; two cron rounds later it has shrunk to the size needed, and it doubles
 * when a reply fills it.
 */
function replyBufferOf(server: Server, client: Client): { bytes: number; peakBytes: number } {
  if (server.nowMs - client.connectedAtMs <= FRESH_MS || !server.replyBuffersResize) {
    return { bytes: REPLY_BUFFER_BYTES, peakBytes: REPLY_BUFFER_BYTES };
  }
  let bytes = MIN_REPLY_BUFFER_BYTES;
  while (bytes < REPLY_BUFFER_BYTES && client.replyPeakBytes >= bytes) bytes *= 2;
  return { bytes, peakBytes: Math.min(bytes, client.replyPeakBytes) };
}

/** What lies behind the first 16 KB of pending output. */
export function replyList(pendingBytes: number): { blocks: number; bytes: number } {
  const beyond = Math.max(0, pendingBytes - REPLY_BUFFER_BYTES);
  const blocks = Math.ceil(beyond / REPLY_BUFFER_BYTES);
  return { blocks, bytes: blocks === 0 ? 0 : blocks * (REPLY_BUFFER_BYTES + BLOCK_OVERHEAD_BYTES) };
}

function lengthsOf(args: readonly Uint8Array[]): number {
  let sum = 0;
  for (const argument of args) sum += argument.length;
  return sum;
}

/** `args` are those of the command it is running, if any. */
export function describeClient(server: Server, client: Client, args: readonly Uint8Array[] = []): string {
  const seconds = (sinceMs: number) => Math.floor((server.nowMs - sinceMs) / 1000);
  const { subscriptions, transaction, tracking } = client;
  const memory = clientMemory(server, client, args);
  return [
    `id=${client.id}`,
    `addr=${client.address}`,
    `laddr=${localAddress(server)}`,
    `fd=${client.id + FIRST_DESCRIPTOR}`,
    `name=${client.name}`,
    `age=${seconds(client.connectedAtMs)}`,
    `idle=${seconds(client.lastInteractionMs)}`,
    `flags=${clientFlags(server, client)}`,
    `db=${client.db.id}`,
    `sub=${subscriptions?.channels.size ?? 0}`,
    `psub=${subscriptions?.patterns.length ?? 0}`,
    `ssub=${subscriptions?.shards.size ?? 0}`,
    `multi=${transaction.active ? transaction.queue.length : -1}`,
    `qbuf=${memory.queryBytes}`,
    `qbuf-free=${memory.queryFreeBytes}`,
    `argv-mem=${memory.argumentBytes}`,
    `multi-mem=${memory.queuedBytes}`,
    `rbs=${memory.replyBufferBytes}`,
    `rbp=${memory.replyPeakBytes}`,
    `obl=${memory.replyBytes}`,
    `oll=${memory.replyBlocks}`,
    `omem=${memory.replyListBytes}`,
    `tot-mem=${memory.totalBytes}`,
    `events=${client.unsentBytes > 0 ? 'rw' : 'r'}`,
    `cmd=${client.lastCommand}`,
    `user=${client.user?.name ?? '(superuser)'}`,
    `redir=${tracking === null ? -1 : tracking.options.redirect}`,
    `resp=${client.reply.protocol}`,
  ].join(' ');
}

/** Standard input and output, the listening sockets and the loop's own come before. */
const FIRST_DESCRIPTOR = 7;

export function localAddress(server: Server): string {
  return `127.0.0.1:${server.config.number('port')}`;
}
