/**
 * The latest part of the replication stream, so that a replica that was away for a while needs only what it missed.
 *
 *     offset of the stream   ... 21 22 23 24 25 ...
 *                                 ^ firstOffset    ^ firstOffset + length: the next byte that is written
 *
 * It is a list of blocks of at least 16 KB. A block goes when the blocks behind it hold more than `repl-backlog-size`
 * bytes, so more may be kept than that. Mirrors replBacklog and feedReplicationBuffer of 7.0, where the output buffers
 * of replicas point into the same blocks; here their output is copied when it is sent.
 *
 * Worked example: with a size of 16 KB, 40 KB written as three blocks of 16, 16 and 8 KB leave the last two.
 */
const MIN_BLOCK_BYTES = 16 * 1024;
/** A block is at most this part of the whole, so that trimming it does not drop too much. */
const MAX_BLOCK_SHARE = 16;

interface Block {
  readonly bytes: Uint8Array;
  used: number;
}

export class Backlog {
  readonly #blocks: Block[] = [];
  /** The offset of the first byte that is kept. */
  firstOffset: number;
  /** How many bytes are kept: histlen. */
  length = 0;
  #sizeBytes: number;

  /** `nextOffset`: the offset of the first byte that will be written. */
  constructor(nextOffset: number, sizeBytes: number) {
    this.firstOffset = nextOffset;
    this.#sizeBytes = sizeBytes;
  }

  append(bytes: Uint8Array): void {
    this.length += bytes.length;
    let rest = bytes;
    while (rest.length > 0) {
      let last = this.#blocks.at(-1);
      if (last === undefined || last.used === last.bytes.length) {
        const most = Math.max(Math.floor(this.#sizeBytes / MAX_BLOCK_SHARE), MIN_BLOCK_BYTES);
        const size = Math.min(Math.max(rest.length, MIN_BLOCK_BYTES), most);
        last = { bytes: new Uint8Array(size), used: 0 };
        this.#blocks.push(last);
      }
      const taken = Math.min(rest.length, last.bytes.length - last.used);
      last.bytes.set(rest.subarray(0, taken), last.used);
      last.used += taken;
      rest = rest.subarray(taken);
    }
    this.#trim();
  }

  resize(sizeBytes: number): void {
    this.#sizeBytes = sizeBytes;
    this.#trim();
  }

  #trim(): void {
    while (this.#blocks.length > 1 && this.length - this.#blocks[0].used > this.#sizeBytes) {
      const { used } = this.#blocks.shift() as Block;
      this.firstOffset += used;
      this.length -= used;
    }
  }

  /** Whether a replica that wants to go on at this offset can. */
  reaches(offset: number): boolean {
    return offset >= this.firstOffset && offset <= this.firstOffset + this.length;
  }

  /** Everything from this offset on, which must be within reach. */
  since(offset: number): Uint8Array {
    let skipped = offset - this.firstOffset;
    const taken = new Uint8Array(this.length - skipped);
    let at = 0;
    for (const { bytes, used } of this.#blocks) {
      const from = Math.min(skipped, used);
      skipped -= from;
      taken.set(bytes.subarray(from, used), at);
      at += used - from;
    }
    return taken;
  }
}
