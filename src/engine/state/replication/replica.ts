/** A connection that is a replica of this server, or that has said something about itself with REPLCONF. */
import type { FullReason } from '../../../protocol/steps-replication.ts';
import type { ReplyBuffer } from '../client/reply.ts';

/**
 * Where it is on its way: it waits for a child to begin or to end, it gets the stream, or it wanted only the file and
 * has it. 'none': no replica yet.
 */
export type ReplicaStage = 'none' | 'wait-begin' | 'wait-end' | 'online' | 'has-file';

/** How a replica got into step: with what it missed, or with everything, and why. */
export interface Resync {
  readonly kind: 'partial' | 'full';
  /** Of a full one; null if this side does not know. */
  readonly reason: FullReason | null;
  /** The offset that was asked for; -1 for everything. */
  readonly asked: number;
  /** What was missed, or how long the file is; null until that is known. */
  readonly bytes: number | null;
  readonly atMs: number;
}

export class Replica {
  stage: ReplicaStage = 'none';
  /** REPLCONF. */
  listeningPort = 0;
  announcedHost = '';
  /** It can read a file that ends with a mark. */
  takesEof = false;
  /** It accepts a new replication id with +CONTINUE. */
  takesPsync2 = false;
  /** It hangs up when it has the file: redis-cli --rdb. */
  wantsOnlyFile = false;
  leavesOutData = false;
  leavesOutFunctions = false;
  /** How it got into step; null until it has asked. */
  resync: Resync | null = null;
  /** It came with SYNC, and acknowledges nothing. */
  isOld = false;
  /** Up to where it has the stream, as it last said, and when that was. */
  acknowledged = 0;
  acknowledgedAtMs = 0;
  /** After a transfer with a mark it gets the stream from its first acknowledgement on. */
  waitsForAcknowledgement = false;
  /** The offset of the stream that its file leads to. */
  fileOffset = 0;
  /** The stream since then, while it cannot be sent yet. */
  #pending: Uint8Array[] = [];
  pendingBytes = 0;
  /** How many bytes of the stream were sent since the file. */
  streamedBytes = 0;

  get isReplica(): boolean {
    return this.stage !== 'none';
  }

  /** Whether the stream concerns it. One that waits for a child gets everything with the file. */
  get wantsStream(): boolean {
    return (this.stage === 'wait-end' || this.stage === 'online') && !this.wantsOnlyFile;
  }

  /** A part of the stream. False if it is kept for later. */
  feed(bytes: Uint8Array, reply: ReplyBuffer): boolean {
    if (this.stage === 'online' && !this.waitsForAcknowledgement) {
      this.streamedBytes += bytes.length;
      reply.raw(bytes);
      return true;
    }
    this.#pending.push(bytes);
    this.pendingBytes += bytes.length;
    return false;
  }

  /** It can be sent now. */
  flush(reply: ReplyBuffer): void {
    for (const bytes of this.#pending) reply.raw(bytes);
    this.streamedBytes += this.pendingBytes;
    this.#pending = [];
    this.pendingBytes = 0;
  }

  /** Waits for the same file as another one. */
  joins(other: Replica): void {
    this.fileOffset = other.fileOffset;
    this.#pending = [...other.#pending];
    this.pendingBytes = other.pendingBytes;
  }
}
