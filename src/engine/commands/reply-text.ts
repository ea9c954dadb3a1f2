/** Replying with a string straight from its collection, and refusing a reply that is too long. */
import type { Heap } from '../base/heap.ts';
import type { Client } from '../state/client/client.ts';
import type { ReplyBuffer } from '../state/client/reply.ts';
import type { Server } from '../state/server.ts';
import { StoredString } from '../structures/stored-string.ts';
import type { Text } from '../types/text.ts';

export function replyText(reply: ReplyBuffer, heap: Heap, text: Text): void {
  if (typeof text !== 'object') reply.integerText(text);
  else if (text instanceof StoredString) reply.bulkFromHeap(heap, text.place, text.length);
  else reply.bulk(text);
}

/** Longer replies are not built. */
const MAX_REPLY_BYTES = 2 ** 28;
/** The shortest string: $0, two line ends. */
const MIN_STRING_BYTES = 6;
/** The number of draws in one walk over packed bytes. */
const PER_ROUND = 1000;

/**
 * Replies with `count` strings (or pairs), asking `write` for up to a thousand at a time. SRANDMEMBER and its
 * like may be asked for any number of repetitions; the server would go on until its memory is used up or the
 * output buffer's limit cuts the client off. Here that limit is fixed.
 */
export function replyRepeatedly(
  server: Server,
  client: Client,
  count: number,
  begin: () => void,
  write: (some: number) => void,
): void {
  const { reply } = client;
  const start = reply.length;
  let fits = count * MIN_STRING_BYTES <= MAX_REPLY_BYTES;
  if (fits) begin();
  for (let left = count; fits && left > 0; left -= PER_ROUND) {
    write(Math.min(left, PER_ROUND));
    fits = reply.length - start <= MAX_REPLY_BYTES;
  }
  if (fits) return;
  // Drop earlier replies as well, and read no more from this client.
  reply.truncate(0);
  client.closeAfterReply = true;
  server.closing.push(client.id);
}
