/**
 * How much of a reply a frame carries. A reply may have 512 MB; a person reads the first lines of it. A frame holds
 * the beginning, and says how long the whole is; the rest is asked for (`reply` in messages.ts).
 */

export interface FrameReply {
  readonly client: number;
  /** The reply, or its beginning if `cut` is set. */
  readonly bytes: Uint8Array;
  readonly cut?: ReplyCut;
}

export interface ReplyCut {
  readonly totalBytes: number;
  /** Hash of the whole reply: it distinguishes replies with the same beginning. */
  readonly digest: string;
}

/** What all replies of one frame may have together. */
export const FRAME_REPLY_BYTES = 64 * 1024;
/** The limit for the replies of all frames together; later frames keep only BRIEF_REPLY_BYTES of theirs. */
export const ALL_REPLY_BYTES = 32 * 1024 * 1024;
export const BRIEF_REPLY_BYTES = 1024;

/** Replies with no more than so many bytes together; each client's gets its share. */
export function cutReplies(replies: readonly FrameReply[], maxBytes: number): readonly FrameReply[] {
  if (replyBytes(replies) <= maxBytes) return replies;
  let [left, waiting] = [maxBytes, replies.length];
  return replies.map((reply) => {
    // The unused share of a short reply goes to the next ones.
    const kept = cutReply(reply, Math.floor(left / waiting));
    left -= kept.bytes.length;
    waiting--;
    return kept;
  });
}

function cutReply(reply: FrameReply, maxBytes: number): FrameReply {
  const { client, bytes, cut } = reply;
  if (bytes.length <= maxBytes) return reply;
  return {
    client,
    // A copy: a view would keep, and post, all of the buffer under it.
    bytes: bytes.slice(0, maxBytes),
    cut: cut ?? { totalBytes: bytes.length, digest: digestOf(bytes) },
  };
}

export function replyBytes(replies: readonly FrameReply[]): number {
  let sum = 0;
  for (const { bytes } of replies) sum += bytes.length;
  return sum;
}

export function sameReply(one: FrameReply, other: FrameReply): boolean {
  if (one.client !== other.client || totalBytes(one) !== totalBytes(other)) return false;
  if (one.cut !== undefined && other.cut !== undefined) return one.cut.digest === other.cut.digest;
  // One that is cut and one that is whole: they were kept under different limits.
  if (one.cut !== undefined) return one.cut.digest === digestOf(other.bytes);
  if (other.cut !== undefined) return other.cut.digest === digestOf(one.bytes);
  return one.bytes.every((byte, at) => byte === other.bytes[at]);
}

export function totalBytes({ bytes, cut }: FrameReply): number {
  return cut?.totalBytes ?? bytes.length;
}

/** FNV-1a, twice with different primes: it distinguishes replies and is not secure against attackers. */
function digestOf(bytes: Uint8Array): string {
  let [one, other] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < bytes.length; at++) {
    one = Math.imul(one ^ bytes[at], 0x01000193);
    other = Math.imul(other ^ bytes[at], 0x85ebca6b);
  }
  return `${(one >>> 0).toString(16)}-${(other >>> 0).toString(16)}`;
}
