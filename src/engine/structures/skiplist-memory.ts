/**
 * Where the nodes of a skiplist lie: one growing piece of memory in units of 8 bytes. A pointer to a node is
 * the number of its first unit; 0 is NULL.
 *
 *     unit 0   score, a double
 *     unit 1   [member 4][its length 4]    where the member lies on the heap; the header has none
 *     unit 2   [backward 4][levels 4]
 *     unit 3   [place 4][unused 4]         where the heap says that the node is
 *     unit 4…  [forward 4][span 4]         one unit per level, the lowest first
 *
 * Worked example: the header comes first and has 32 levels, so it takes units 1 to 36; a node of one level
 * follows at 37 and takes five, the next begins at 42.
 *
 * A freed node is the first to be used again for a node of as many levels.
 */
/** A pointer to a node, 0 for NULL. */
export type SkiplistPointer = number;

export const NULL: SkiplistPointer = 0;

const FIXED_UNITS = 4;
const FIRST_UNITS = 128;

/** Positions in 32-bit words, from the first word of a node. */
const MEMBER = 2;
const MEMBER_LENGTH = 3;
const BACKWARD = 4;
const LEVELS = 5;
const PLACE = 6;
const LINKS = 8;

export class SkiplistMemory {
  private words: Int32Array;
  /** The same memory, read as doubles. */
  private doubles: Float64Array;
  /** The first unit that no node has taken yet. */
  private frontier = 1;
  /** Freed nodes by their number of levels. */
  private readonly freed: SkiplistPointer[][] = [];

  constructor() {
    const buffer = new ArrayBuffer(FIRST_UNITS * 8);
    this.words = new Int32Array(buffer);
    this.doubles = new Float64Array(buffer);
  }

  /** A new node with empty links. */
  create(
    memberPlace: number,
    memberLength: number,
    score: number,
    levels: number,
    place: number,
  ): SkiplistPointer {
    const node = this.freed[levels]?.pop() ?? this.extend(FIXED_UNITS + levels);
    const { words } = this;
    const word = node * 2;
    words.fill(0, word, word + LINKS + levels * 2);
    this.doubles[node] = score;
    words[word + MEMBER] = memberPlace;
    words[word + MEMBER_LENGTH] = memberLength;
    words[word + PLACE] = place;
    words[word + LEVELS] = levels;
    return node;
  }

  destroy(node: SkiplistPointer): void {
    const levels = this.levels(node);
    while (this.freed.length <= levels) this.freed.push([]);
    this.freed[levels].push(node);
  }

  score(node: SkiplistPointer): number {
    return this.doubles[node];
  }

  setScore(node: SkiplistPointer, score: number): void {
    this.doubles[node] = score;
  }

  /** Where the member lies, in units of the heap. */
  memberPlace(node: SkiplistPointer): number {
    return this.words[node * 2 + MEMBER];
  }

  memberLength(node: SkiplistPointer): number {
    return this.words[node * 2 + MEMBER_LENGTH];
  }

  place(node: SkiplistPointer): number {
    return this.words[node * 2 + PLACE];
  }

  levels(node: SkiplistPointer): number {
    return this.words[node * 2 + LEVELS];
  }

  backward(node: SkiplistPointer): SkiplistPointer {
    return this.words[node * 2 + BACKWARD];
  }

  setBackward(node: SkiplistPointer, backward: SkiplistPointer): void {
    this.words[node * 2 + BACKWARD] = backward;
  }

  forward(node: SkiplistPointer, level: number): SkiplistPointer {
    return this.words[(node + level) * 2 + LINKS];
  }

  span(node: SkiplistPointer, level: number): number {
    return this.words[(node + level) * 2 + LINKS + 1];
  }

  setLink(node: SkiplistPointer, level: number, forward: SkiplistPointer, span: number): void {
    const word = (node + level) * 2 + LINKS;
    this.words[word] = forward;
    this.words[word + 1] = span;
  }

  setSpan(node: SkiplistPointer, level: number, span: number): void {
    this.words[(node + level) * 2 + LINKS + 1] = span;
  }

  private extend(units: number): SkiplistPointer {
    const node = this.frontier;
    this.frontier += units;
    if (this.frontier > this.doubles.length) {
      const buffer = new ArrayBuffer(Math.max(this.doubles.length * 2, this.frontier) * 8);
      const words = new Int32Array(buffer);
      words.set(this.words);
      this.words = words;
      this.doubles = new Float64Array(buffer);
    }
    return node;
  }
}
