/** What was worked out about frames and may be asked for again: their insides, and replies too long for a summary. */
import { type FrameReply, replyBytes } from '../protocol/frame-replies.ts';
import type { FrameDetail } from '../protocol/messages.ts';

/** Bytes of whole replies that are remembered; older ones are replayed. */
const MAX_WHOLE_REPLY_BYTES = 16 * 1024 * 1024;
/** Frames whose inside is remembered. */
const MAX_REMEMBERED = 256;
/** And moments in all of them: scripts that are followed line by line have thousands. */
const MAX_REMEMBERED_MOMENTS = 40_000;

export class RememberedDetails {
  readonly #details = new Map<number, FrameDetail>();

  get(frame: number): FrameDetail | undefined {
    return this.#details.get(frame);
  }

  set(frame: number, detail: FrameDetail): void {
    const details = this.#details;
    details.delete(frame);
    details.set(frame, detail);
    let moments = 0;
    for (const each of details.values()) moments += each.moments.length;
    for (const [oldest, { moments: freed }] of details) {
      if (details.size <= MAX_REMEMBERED && moments <= MAX_REMEMBERED_MOMENTS) break;
      if (oldest === frame) break;
      details.delete(oldest);
      moments -= freed.length;
    }
  }

  clear(): void {
    this.#details.clear();
  }
}

export class RememberedReplies {
  readonly #replies = new Map<number, readonly FrameReply[]>();

  get(frame: number): readonly FrameReply[] | undefined {
    return this.#replies.get(frame);
  }

  set(frame: number, replies: readonly FrameReply[]): void {
    this.#replies.set(frame, replies);
    let bytes = 0;
    for (const each of this.#replies.values()) bytes += replyBytes(each);
    for (const [oldest, freed] of this.#replies) {
      if (bytes <= MAX_WHOLE_REPLY_BYTES || oldest === frame) break;
      this.#replies.delete(oldest);
      bytes -= replyBytes(freed);
    }
  }

  clear(): void {
    this.#replies.clear();
  }
}
