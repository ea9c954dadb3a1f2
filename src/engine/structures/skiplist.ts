/**
 * Skiplist, the ordered half of a large sorted set.
 *
 * Mirrors the zskiplist of t_zset.c: a linked list with express lanes. Every node is on level 0; one in four of them is
 * also on level 1, one in four of those on level 2, up to 32 levels. A search starts at the header on the highest level
 * in use, goes right while the next node is still before its target, and otherwise one level down: about log4(n)
 * levels, a few hops on each.
 *
 *     header                                                            tail
 *     level 2  ●──────────────── span 2 ───────────────▶ b ── span 2 ──────────▶ NULL
 *     level 1  ●────── span 1 ──▶ a ────── span 1 ─────▶ b ── span 2 ──────────▶ NULL
 *     level 0  ●────── span 1 ──▶ a ────── span 1 ─────▶ b ── 1 ──▶ c ── 1 ──▶ d ── 0 ──▶ NULL
 *                         NULL ◀── a ◀────────────────── b ◀─────── c ◀─────── d      (backward)
 *
 * - The order is by score, then by the bytes of the member.
 * - A pointer's `span` is how many nodes of level 0 it passes, its end included; at the end of a level, how
 *   many come after its start. Spans added up on the way to a node are its rank, so that ZRANK and ZRANGE by
 *   index are as fast as a search.
 * - Level 0 is linked both ways, for ZREVRANGE.
 *
 *     zskiplist      header 8, tail 8, length 8, level 4                          32 bytes
 *     zskiplistNode  ele 8, score 8, backward 8, then per level forward 8, span 8     24 + 16 × levels
 *
 * Worked example: insert a (score 1, two levels drawn), b (2, three levels), c (3, one), d (4, one): the
 * picture above. The rank of c: from the header on level 2 to b, 2; level 0 to c, 1; together 3.
 *
 * A member is a string that the dict of the sorted set also points to; the skiplist owns it.
 *
 * The nodes lie in one piece of memory, as in C, and not in separate objects: a search jumps all over it, and every
 * further object on the way to a number would be one more cache miss (skiplist-memory.ts).
 */
import { repr } from '../base/bytes.ts';
import { assert } from '../base/errors.ts';
import { addressOf, sizeClass } from '../base/heap.ts';
import type { Environment } from '../base/probe.ts';
import type { RandomStream } from '../base/random.ts';
import { NULL, SkiplistMemory, type SkiplistPointer } from './skiplist-memory.ts';
import { StoredString } from './stored-string.ts';
import {
  isAboveLexMin,
  isAboveMin,
  isBelowLexMax,
  isBelowMax,
  isEmptyLexRange,
  isEmptyScoreRange,
  type LexRange,
  type ScoreRange,
} from './zset-range.ts';

export const SKIPLIST_MAX_LEVEL = 32;
export const SKIPLIST_BYTES = 32;

const NODE_BYTES = 24;
const LEVEL_BYTES = 16;
/** A level more is drawn with these many random bits all zero: one in four. */
const LEVEL_BITS = 2;

/**
 * The path of the search before a change: on each level the last node before the target position, and that node's rank.
 * All skiplists share it, because no two change at the same time; methods that only read leave it alone, so a watcher
 * may call them at any step.
 */
const before: SkiplistPointer[] = new Array(SKIPLIST_MAX_LEVEL).fill(NULL);
const rankBefore: number[] = new Array(SKIPLIST_MAX_LEVEL).fill(0);

/** Nodes are pointers: numbers, to be asked about here. Every rank counts from 1, the header's is 0. */
export class Skiplist {
  readonly address: number;
  readonly header: SkiplistPointer;
  /** NULL when the list is empty. */
  tail: SkiplistPointer = NULL;
  length = 0;
  /** How many levels are in use, at least 1. */
  level = 1;

  private readonly env: Environment;
  private readonly random: RandomStream;
  private readonly memory = new SkiplistMemory();

  constructor(env: Environment) {
    this.env = env;
    this.random = env.random.stream('skiplist');
    this.address = env.heap.allocate(SKIPLIST_BYTES);
    const place = env.heap.take(nodeBytes(SKIPLIST_MAX_LEVEL));
    this.header = this.memory.create(0, 0, 0, SKIPLIST_MAX_LEVEL, place);
  }

  /** NULL when the list is empty. */
  get first(): SkiplistPointer {
    return this.memory.forward(this.header, 0);
  }

  scoreOf(node: SkiplistPointer): number {
    return this.memory.score(node);
  }

  memberOf(node: SkiplistPointer): StoredString {
    return new StoredString(this.memory.memberPlace(node), this.memory.memberLength(node));
  }

  /** A copy of the member. */
  memberBytesOf(node: SkiplistPointer): Uint8Array {
    return this.env.heap.read(this.memory.memberPlace(node), this.memory.memberLength(node));
  }

  levelsOf(node: SkiplistPointer): number {
    return this.memory.levels(node);
  }

  /** The next node on a level, NULL at its end. */
  nextOf(node: SkiplistPointer, level = 0): SkiplistPointer {
    return this.memory.forward(node, level);
  }

  spanOf(node: SkiplistPointer, level: number): number {
    return this.memory.span(node, level);
  }

  /** The node before on level 0, NULL for the first. */
  previousOf(node: SkiplistPointer): SkiplistPointer {
    return this.memory.backward(node);
  }

  /** 0 for NULL. */
  addressOf(node: SkiplistPointer): number {
    return node === NULL ? 0 : addressOf(this.memory.place(node));
  }

  /** The real size of a node's allocation: zmalloc_size. */
  allocationBytesOf(node: SkiplistPointer): number {
    return sizeClass(nodeBytes(this.memory.levels(node)));
  }

  /** The member must not be there yet, which the caller knows from its dict. It belongs to the skiplist now. */
  insert(score: number, member: StoredString, memberBytes = member.bytes(this.env.heap)): SkiplistPointer {
    assert(!Number.isNaN(score), 'a score that is not a number');
    this.search(score, memberBytes);
    return this.link(score, member, this.drawLevels(memberBytes));
  }

  /** Removes the node and frees it with its member. False if there is none of this score and member. */
  delete(score: number, member: Uint8Array): boolean {
    this.search(score, member);
    const node = this.memory.forward(before[0], 0);
    if (!this.is(node, score, member)) return false;
    this.unlink(node);
    this.freeNode(node);
    return true;
  }

  /**
   * Changes the score of an existing member. The node stays if the order allows it; otherwise a new node with its own
   * level takes over its member.
   */
  updateScore(currentScore: number, member: Uint8Array, newScore: number): SkiplistPointer {
    const { memory } = this;
    this.search(currentScore, member);
    const node = memory.forward(before[0], 0);
    assert(this.is(node, currentScore, member), 'a member that the skiplist does not have');
    const previous = memory.backward(node);
    const next = memory.forward(node, 0);
    if (
      (previous === NULL || memory.score(previous) < newScore) &&
      (next === NULL || memory.score(next) > newScore)
    ) {
      memory.setScore(node, newScore);
      const probe = this.env.probe;
      if (probe !== null) {
        probe.emit({
          type: 'skiplist.score',
          skiplist: this.address,
          node: this.addressOf(node),
          member: this.printed(node),
          from: currentScore,
          to: newScore,
        });
      }
      return node;
    }
    this.unlink(node);
    const moved = this.insert(newScore, this.memberOf(node), member);
    this.env.heap.give(memory.place(node), nodeBytes(memory.levels(node)));
    memory.destroy(node);
    return moved;
  }

  /** 0 if there is no such node. */
  rankOf(score: number, member: Uint8Array): number {
    const { memory } = this;
    const watched = this.env.probe !== null;
    let node = this.header;
    let rank = 0;
    for (let level = this.level - 1; level >= 0; level--) {
      let next = memory.forward(node, level);
      while (next !== NULL && (memory.score(next) < score || this.isUpTo(next, score, member))) {
        rank += memory.span(node, level);
        if (watched) this.emitHop(level, node, next, rank);
        node = next;
        next = memory.forward(node, level);
      }
      if (node !== this.header && this.is(node, score, member)) return rank;
      if (watched) this.emitDown(level, node, next, rank);
    }
    return 0;
  }

  /** NULL beyond the ends. */
  byRank(rank: number): SkiplistPointer {
    if (rank < 1) return NULL;
    const { memory } = this;
    const watched = this.env.probe !== null;
    let node = this.header;
    let passed = 0;
    for (let level = this.level - 1; level >= 0; level--) {
      let next = memory.forward(node, level);
      while (next !== NULL && passed + memory.span(node, level) <= rank) {
        passed += memory.span(node, level);
        if (watched) this.emitHop(level, node, next, passed);
        node = next;
        next = memory.forward(node, level);
      }
      if (passed === rank) return node;
      if (watched) this.emitDown(level, node, next, passed);
    }
    return NULL;
  }

  /** NULL when no node is in the range. */
  firstInScoreRange(range: ScoreRange): SkiplistPointer {
    const { memory } = this;
    if (!this.meetsScoreRange(range)) return NULL;
    const last = this.lastWhile((candidate) => !isAboveMin(range, memory.score(candidate)));
    const node = memory.forward(last, 0);
    return node !== NULL && isBelowMax(range, memory.score(node)) ? node : NULL;
  }

  lastInScoreRange(range: ScoreRange): SkiplistPointer {
    const { memory } = this;
    if (!this.meetsScoreRange(range)) return NULL;
    const node = this.lastWhile((candidate) => isBelowMax(range, memory.score(candidate)));
    return node !== this.header && isAboveMin(range, memory.score(node)) ? node : NULL;
  }

  /** The order by member alone holds where all scores are the same; otherwise the answer has no meaning. */
  firstInLexRange(range: LexRange): SkiplistPointer {
    if (!this.meetsLexRange(range)) return NULL;
    const last = this.lastWhile((candidate) => !isAboveLexMin(range, this.memberBytesOf(candidate)));
    const node = this.memory.forward(last, 0);
    return node !== NULL && isBelowLexMax(range, this.memberBytesOf(node)) ? node : NULL;
  }

  lastInLexRange(range: LexRange): SkiplistPointer {
    if (!this.meetsLexRange(range)) return NULL;
    const node = this.lastWhile((candidate) => isBelowLexMax(range, this.memberBytesOf(candidate)));
    return node !== this.header && isAboveLexMin(range, this.memberBytesOf(node)) ? node : NULL;
  }

  /**
   * Deletes the nodes of the range and says how many. `forget` is given each while its member still exists, and
   * may not change this skiplist.
   */
  deleteRangeByScore(range: ScoreRange, forget: (node: SkiplistPointer) => void): number {
    const { memory } = this;
    return this.deleteWhile(
      this.lastWhile((candidate) => !isAboveMin(range, memory.score(candidate)), before),
      (node) => isBelowMax(range, memory.score(node)),
      forget,
    );
  }

  deleteRangeByLex(range: LexRange, forget: (node: SkiplistPointer) => void): number {
    return this.deleteWhile(
      this.lastWhile((candidate) => !isAboveLexMin(range, this.memberBytesOf(candidate)), before),
      (node) => isBelowLexMax(range, this.memberBytesOf(node)),
      forget,
    );
  }

  /** Both ends included. */
  deleteRangeByRank(start: number, end: number, forget: (node: SkiplistPointer) => void): number {
    const { memory } = this;
    const watched = this.env.probe !== null;
    let node = this.header;
    let passed = 0;
    for (let level = this.level - 1; level >= 0; level--) {
      let next = memory.forward(node, level);
      while (next !== NULL && passed + memory.span(node, level) < start) {
        passed += memory.span(node, level);
        if (watched) this.emitHop(level, node, next, passed);
        node = next;
        next = memory.forward(node, level);
      }
      if (watched) this.emitDown(level, node, next, passed);
      before[level] = node;
    }
    let left = end - passed;
    return this.deleteWhile(node, () => left-- > 0, forget);
  }

  /** Emits that a walk along level 0 reached a result node, `from` another one or NULL. */
  emitVisit(node: SkiplistPointer, from: SkiplistPointer, backward: boolean): void {
    const { probe } = this.env;
    if (probe === null) return;
    // Finding its rank takes a separate search, which is not part of the work.
    this.env.probe = null;
    const rank = this.rankOf(this.memory.score(node), this.memberBytesOf(node));
    this.env.probe = probe;
    probe.emit({
      type: 'skiplist.visit',
      skiplist: this.address,
      node: this.addressOf(node),
      member: this.printed(node),
      rank,
      from: this.addressOf(from),
      backward,
    });
  }

  /** Frees everything, members included. */
  release(): void {
    const { memory } = this;
    const { heap } = this.env;
    let node = this.first;
    while (node !== NULL) {
      const next = memory.forward(node, 0);
      this.freeNode(node);
      node = next;
    }
    heap.give(memory.place(this.header), nodeBytes(SKIPLIST_MAX_LEVEL));
    heap.free(this.address, SKIPLIST_BYTES);
  }

  /** Fills `before` and `rankBefore` for the place where this score and member are or would be. */
  private search(score: number, member: Uint8Array): void {
    const { memory } = this;
    const watched = this.env.probe !== null;
    let node = this.header;
    let rank = 0;
    for (let level = this.level - 1; level >= 0; level--) {
      let next = memory.forward(node, level);
      while (next !== NULL && (memory.score(next) < score || this.isBefore(next, score, member))) {
        rank += memory.span(node, level);
        if (watched) this.emitHop(level, node, next, rank);
        node = next;
        next = memory.forward(node, level);
      }
      if (watched) this.emitDown(level, node, next, rank);
      before[level] = node;
      rankBefore[level] = rank;
    }
  }

  /** The last node for which `passes` holds, as it does for all before it; the header if there is none. */
  private lastWhile(
    passes: (candidate: SkiplistPointer) => boolean,
    path: SkiplistPointer[] | null = null,
  ): SkiplistPointer {
    const { memory } = this;
    const watched = this.env.probe !== null;
    let node = this.header;
    let rank = 0;
    for (let level = this.level - 1; level >= 0; level--) {
      let next = memory.forward(node, level);
      while (next !== NULL && passes(next)) {
        rank += memory.span(node, level);
        if (watched) this.emitHop(level, node, next, rank);
        node = next;
        next = memory.forward(node, level);
      }
      if (watched) this.emitDown(level, node, next, rank);
      if (path !== null) path[level] = node;
    }
    return node;
  }

  /** Deletes the nodes after the one a search has just ended at. */
  private deleteWhile(
    last: SkiplistPointer,
    doomed: (node: SkiplistPointer) => boolean,
    forget: (node: SkiplistPointer) => void,
  ): number {
    let deleted = 0;
    let node = this.memory.forward(last, 0);
    while (node !== NULL && doomed(node)) {
      const next = this.memory.forward(node, 0);
      this.unlink(node);
      forget(node);
      this.freeNode(node);
      deleted++;
      node = next;
    }
    return deleted;
  }

  private drawLevels(member: Uint8Array): number {
    const probe = this.env.probe;
    const draws: number[] | null = probe === null ? null : [];
    let levels = 1;
    while (true) {
      const draw = this.random.bits(LEVEL_BITS);
      if (draws !== null) draws.push(draw);
      if (draw !== 0) break;
      levels++;
    }
    if (levels > SKIPLIST_MAX_LEVEL) levels = SKIPLIST_MAX_LEVEL;
    if (probe !== null && draws !== null) {
      const step = { skiplist: this.address, member: repr(member), draws, levels };
      probe.emit({ type: 'skiplist.draw', ...step });
    }
    return levels;
  }

  /** Puts a new node behind the ones the search has just found. */
  private link(score: number, member: StoredString, levels: number): SkiplistPointer {
    const { memory, header } = this;
    for (let level = this.level; level < levels; level++) {
      before[level] = header;
      rankBefore[level] = 0;
      memory.setSpan(header, level, this.length);
    }
    if (levels > this.level) this.level = levels;

    const place = this.env.heap.take(nodeBytes(levels));
    const node = memory.create(member.place, member.length, score, levels, place);
    for (let level = 0; level < levels; level++) {
      const previous = before[level];
      // How many nodes lie between the one before on this level and the new one.
      const passed = rankBefore[0] - rankBefore[level];
      memory.setLink(node, level, memory.forward(previous, level), memory.span(previous, level) - passed);
      memory.setLink(previous, level, node, passed + 1);
    }
    for (let level = levels; level < this.level; level++) {
      memory.setSpan(before[level], level, memory.span(before[level], level) + 1);
    }

    memory.setBackward(node, before[0] === header ? NULL : before[0]);
    const next = memory.forward(node, 0);
    if (next !== NULL) memory.setBackward(next, node);
    else this.tail = node;
    this.length++;
    if (this.env.probe !== null) this.emitInsert(node);
    return node;
  }

  /** Takes a node out whose place the search has just found. It is not freed. */
  private unlink(node: SkiplistPointer): void {
    const { memory, header } = this;
    const searched = this.level;
    for (let level = 0; level < searched; level++) {
      const previous = before[level];
      const span = memory.span(previous, level) - 1;
      if (memory.forward(previous, level) === node) {
        memory.setLink(previous, level, memory.forward(node, level), span + memory.span(node, level));
      } else {
        memory.setSpan(previous, level, span);
      }
    }
    const next = memory.forward(node, 0);
    if (next !== NULL) memory.setBackward(next, memory.backward(node));
    else this.tail = memory.backward(node);
    while (this.level > 1 && memory.forward(header, this.level - 1) === NULL) this.level--;
    this.length--;
    if (this.env.probe !== null) this.emitRemove(node, searched);
  }

  private freeNode(node: SkiplistPointer): void {
    const { memory } = this;
    this.memberOf(node).release(this.env);
    this.env.heap.give(memory.place(node), nodeBytes(memory.levels(node)));
    memory.destroy(node);
  }

  /** Of this score, and its member sorts before this one. */
  private isBefore(node: SkiplistPointer, score: number, member: Uint8Array): boolean {
    return this.memory.score(node) === score && this.compareMember(node, member) < 0;
  }

  /** Of this score, and its member is this one or sorts before it. */
  private isUpTo(node: SkiplistPointer, score: number, member: Uint8Array): boolean {
    return this.memory.score(node) === score && this.compareMember(node, member) <= 0;
  }

  private is(node: SkiplistPointer, score: number, member: Uint8Array): boolean {
    return node !== NULL && this.memory.score(node) === score && this.compareMember(node, member) === 0;
  }

  private compareMember(node: SkiplistPointer, member: Uint8Array): number {
    const { memory } = this;
    return this.env.heap.compare(memory.memberPlace(node), memory.memberLength(node), member);
  }

  private meetsScoreRange(range: ScoreRange): boolean {
    const { memory, tail } = this;
    if (isEmptyScoreRange(range) || tail === NULL) return false;
    return isAboveMin(range, memory.score(tail)) && isBelowMax(range, memory.score(this.first));
  }

  private meetsLexRange(range: LexRange): boolean {
    const { tail } = this;
    if (isEmptyLexRange(range) || tail === NULL) return false;
    return (
      isAboveLexMin(range, this.memberBytesOf(tail)) && isBelowLexMax(range, this.memberBytesOf(this.first))
    );
  }

  private printed(node: SkiplistPointer): string {
    return repr(this.memberBytesOf(node));
  }

  private emitHop(level: number, from: SkiplistPointer, to: SkiplistPointer, rank: number): void {
    this.env.probe?.emit({
      type: 'skiplist.hop',
      skiplist: this.address,
      level,
      from: this.addressOf(from),
      to: this.addressOf(to),
      span: this.memory.span(from, level),
      rank,
    });
  }

  private emitDown(level: number, at: SkiplistPointer, next: SkiplistPointer, rank: number): void {
    this.env.probe?.emit({
      type: 'skiplist.down',
      skiplist: this.address,
      level,
      at: this.addressOf(at),
      next: this.addressOf(next),
      rank,
    });
  }

  private emitInsert(node: SkiplistPointer): void {
    const { memory } = this;
    const links = before.slice(0, memory.levels(node)).map((from, level) => ({
      level,
      from: this.addressOf(from),
      to: this.addressOf(memory.forward(node, level)),
      spanIn: memory.span(from, level),
      spanOut: memory.span(node, level),
    }));
    this.env.probe?.emit({
      type: 'skiplist.insert',
      skiplist: this.address,
      node: this.addressOf(node),
      member: this.printed(node),
      score: memory.score(node),
      rank: rankBefore[0] + 1,
      links,
      lengthened: this.pointersBefore(this.level).slice(links.length),
    });
  }

  private emitRemove(node: SkiplistPointer, searched: number): void {
    this.env.probe?.emit({
      type: 'skiplist.remove',
      skiplist: this.address,
      node: this.addressOf(node),
      member: this.printed(node),
      score: this.memory.score(node),
      closed: this.pointersBefore(searched),
    });
  }

  /** The pointers that a change touched, as they are now. */
  private pointersBefore(levels: number): { level: number; from: number; to: number; span: number }[] {
    return before.slice(0, levels).map((from, level) => ({
      level,
      from: this.addressOf(from),
      to: this.addressOf(this.memory.forward(from, level)),
      span: this.memory.span(from, level),
    }));
  }
}

function nodeBytes(levels: number): number {
  return NODE_BYTES + LEVEL_BYTES * levels;
}
