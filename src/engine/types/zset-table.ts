/**
 * A large sorted set: two structures over the same members. Mirrors the zset of server.h, 16 bytes:
 *
 *     zset   [dict *][zsl *]
 *             |       |
 *             |       +--> skiplist   members in order of score: ranges and ranks
 *             +----------> dict       member -> its node in the skiplist: the score of a member at once
 *
 * A member lies on the heap once. The skiplist owns it, the dict's entry points to it too.
 *
 * Worked example: ZADD z 1 a to an empty table finds no "a" in the dict, draws a level and links a node of
 * score 1 into the skiplist, then adds the entry "a" to the dict, whose value is that node.
 */
import { assert } from '../base/errors.ts';
import type { Environment } from '../base/probe.ts';
import { Dict, type DictEntry } from '../structures/dict.ts';
import { Skiplist } from '../structures/skiplist.ts';
import type { SkiplistPointer } from '../structures/skiplist-memory.ts';
import { StoredString } from '../structures/stored-string.ts';

export const ZSET_BYTES = 16;

export type ScoreEntry = DictEntry<SkiplistPointer>;

export class ZsetTable {
  readonly address: number;
  readonly dict: Dict<SkiplistPointer>;
  readonly skiplist: Skiplist;
  private readonly env: Environment;

  constructor(env: Environment) {
    this.env = env;
    this.address = env.heap.allocate(ZSET_BYTES);
    this.dict = new Dict(env, false);
    this.skiplist = new Skiplist(env);
  }

  get size(): number {
    return this.skiplist.length;
  }

  find(member: Uint8Array): ScoreEntry | null {
    return this.dict.find(member);
  }

  scoreOf(entry: ScoreEntry): number {
    return this.skiplist.scoreOf(entry.value);
  }

  /** Adds a member that is not there. */
  add(member: Uint8Array, score: number): void {
    this.addStored(StoredString.create(this.env, member), member, score);
  }

  /** The same for a member that lies on the heap already; it belongs to the table now. */
  addStored(member: StoredString, memberBytes: Uint8Array, score: number): void {
    const node = this.skiplist.insert(score, member, memberBytes);
    const added = this.dict.addShared(memberBytes, member.place, node);
    assert(added !== null, 'a sorted set has a member twice');
  }

  /** Gives the member of this entry another score. */
  setScore(entry: ScoreEntry, member: Uint8Array, score: number): void {
    entry.value = this.skiplist.updateScore(this.scoreOf(entry), member, score);
  }

  /** False if it was not a member. The dict does not shrink. */
  remove(member: Uint8Array): boolean {
    const entry = this.dict.unlink(member);
    if (entry === null) return false;
    const score = this.scoreOf(entry);
    this.dict.freeUnlinked(entry);
    const deleted = this.skiplist.delete(score, member);
    assert(deleted, 'the dict of a sorted set has a member that the skiplist lacks');
    return true;
  }

  /** Takes a node's member out of the dict, before the skiplist frees it. */
  readonly forget = (node: SkiplistPointer): void => {
    this.dict.delete(this.skiplist.memberBytesOf(node));
  };

  shrinkIfSparse(): void {
    if (this.dict.needsShrink()) this.dict.resizeToFit();
  }

  release(): void {
    this.dict.release();
    this.skiplist.release();
    this.env.heap.free(this.address, ZSET_BYTES);
  }
}
