/**
 * Steps of the structures that keep an order or fold a set into a few bits: skiplist, radix tree, HyperLogLog
 * and geohash. `skiplist`, `node`… are heap addresses, 0 stands for NULL; `member` and `key` are the printable
 * forms used in views.
 */

/** A pointer of one level after a change. */
export interface SkiplistPointerStep {
  readonly level: number;
  /** Where it starts: a node, or the header. */
  readonly from: number;
  /** Where it ends, 0 at the end of the level. */
  readonly to: number;
  /** How many nodes of the lowest level it passes. */
  readonly span: number;
}

/** One level of a linked node: which node points to it, where it points, and the spans of both pointers. */
export interface SkiplistLink {
  readonly level: number;
  readonly from: number;
  readonly to: number;
  readonly spanIn: number;
  readonly spanOut: number;
}

/** Levels are numbered from 0, the lowest, which links every node. */
export type SkiplistStep =
  /** A search went right: `rank` is the rank of `to`, the spans passed so far added up. */
  | {
      readonly type: 'skiplist.hop';
      readonly skiplist: number;
      readonly level: number;
      readonly from: number;
      readonly to: number;
      readonly span: number;
      readonly rank: number;
    }
  /** A search cannot go right on this level: `next` would be too far, or is 0. It continues one level below. */
  | {
      readonly type: 'skiplist.down';
      readonly skiplist: number;
      readonly level: number;
      readonly at: number;
      readonly next: number;
      readonly rank: number;
    }
  /** The level of a new node: each draw is 0 to 3, and a 0 (one in four) gives one more level. */
  | {
      readonly type: 'skiplist.draw';
      readonly skiplist: number;
      readonly member: string;
      readonly draws: readonly number[];
      readonly levels: number;
    }
  | {
      readonly type: 'skiplist.insert';
      readonly skiplist: number;
      readonly node: number;
      readonly member: string;
      readonly score: number;
      /** From 1. */
      readonly rank: number;
      readonly links: readonly SkiplistLink[];
      /** Pointers of higher levels that pass above the new node, each longer by one now. */
      readonly lengthened: readonly SkiplistPointerStep[];
    }
  | {
      readonly type: 'skiplist.remove';
      readonly skiplist: number;
      readonly node: number;
      readonly member: string;
      readonly score: number;
      /** The pointers that led to it or passed above it, as they are now. */
      readonly closed: readonly SkiplistPointerStep[];
    }
  /** A score changed so little that the node keeps its position. */
  | {
      readonly type: 'skiplist.score';
      readonly skiplist: number;
      readonly node: number;
      readonly member: string;
      readonly from: number;
      readonly to: number;
    }
  /** A node of the range asked for was reached along level 0 and goes into the reply. */
  | {
      readonly type: 'skiplist.visit';
      readonly skiplist: number;
      readonly node: number;
      readonly member: string;
      /** From 1. */
      readonly rank: number;
      /** The one visited just before, which points to it; 0 for the first. */
      readonly from: number;
      /** Reached by the backward pointer. */
      readonly backward: boolean;
    };

export type RaxStep =
  /** A node was compared with the key: `matched` of its characters were equal, `next` is the child taken. */
  | {
      readonly type: 'rax.walk';
      readonly rax: number;
      readonly node: number;
      /** How many characters of the key had been matched before. */
      readonly depth: number;
      readonly matched: number;
      readonly next: number;
    }
  /** A compressed node was cut at `at`; `before` and `after` are 0 where nothing was left on that side. */
  | {
      readonly type: 'rax.split';
      readonly rax: number;
      readonly node: number;
      readonly characters: string;
      readonly at: number;
      readonly before: number;
      /** The node with one child at the character that differs; 0 when the key ends inside the node. */
      readonly branch: number;
      readonly after: number;
    }
  /** A node got a new child, `characters` away. */
  | {
      readonly type: 'rax.grow';
      readonly rax: number;
      readonly node: number;
      readonly characters: string;
      readonly child: number;
    }
  /** A node became a key, with a value. */
  | { readonly type: 'rax.key'; readonly rax: number; readonly node: number; readonly key: string }
  | { readonly type: 'rax.remove'; readonly rax: number; readonly key: string; readonly freedNodes: number }
  /** A chain of nodes with one child each became a single compressed node. */
  | {
      readonly type: 'rax.compress';
      readonly rax: number;
      readonly node: number;
      readonly characters: string;
      readonly mergedNodes: number;
    };

/** An opcode of the sparse representation: a run of `count` registers holding `value`. */
export interface HyperLogLogRun {
  readonly opcode: 'ZERO' | 'XZERO' | 'VAL';
  readonly value: number;
  readonly count: number;
}

export type HyperLogLogStep =
  /** An element was hashed: the low 14 bits are the register, the run of zeros above them and the 1 the rank. */
  | {
      readonly type: 'hyperloglog.hash';
      readonly element: string;
      /** 16 hexadecimal digits. */
      readonly hash: string;
      readonly register: number;
      readonly rank: number;
    }
  /** A register was compared with a rank; it changed where `to` is greater than `from`. */
  | {
      readonly type: 'hyperloglog.register';
      readonly sds: number;
      readonly register: number;
      readonly from: number;
      readonly to: number;
    }
  /** One run of the sparse representation, at byte `offset` of the string, was replaced by several. */
  | {
      readonly type: 'hyperloglog.split';
      readonly sds: number;
      readonly offset: number;
      readonly from: HyperLogLogRun;
      readonly to: readonly HyperLogLogRun[];
    }
  /** Two runs of the same value side by side became one, at byte `offset`. */
  | {
      readonly type: 'hyperloglog.merge';
      readonly sds: number;
      readonly offset: number;
      readonly run: HyperLogLogRun;
    }
  /**
   * PFCOUNT returned the number of elements: read from the header, or estimated from the registers and cached there.
   */
  | {
      readonly type: 'hyperloglog.count';
      readonly sds: number;
      readonly count: string;
      readonly cached: boolean;
    }
  | {
      readonly type: 'hyperloglog.promote';
      readonly sds: number;
      readonly sparseBytes: number;
      readonly denseBytes: number;
      readonly why: 'size' | 'value' | 'asked';
    };

export type GeohashStep =
  /** A range was cut in two: the bit says which half holds the coordinate. */
  | {
      readonly type: 'geohash.bisect';
      readonly axis: 'longitude' | 'latitude';
      /** 0 is the first cut, the most significant bit. */
      readonly depth: number;
      readonly min: number;
      readonly max: number;
      readonly middle: number;
      readonly bit: 0 | 1;
    }
  /** The bits of both axes, most significant first, and what comes out when they take turns, longitude first. */
  | {
      readonly type: 'geohash.interleave';
      readonly longitudeBits: string;
      readonly latitudeBits: string;
      readonly bits: string;
      readonly score: number;
    }
  /** A cell of the grid around the centre that a search considers, and why it is skipped if it is. */
  | {
      readonly type: 'geohash.cell';
      readonly position: GeohashPosition;
      readonly bits: number;
      /** Cuts per axis: the size of the cell. */
      readonly precision: number;
      readonly state: 'searched' | 'outside' | 'repeated' | 'enough';
      /** Scores from `minScore` up to but not including `maxScore`. */
      readonly minScore: number;
      readonly maxScore: number;
      /** Members whose score lies in the cell, and those of them that lie in the shape. */
      readonly candidates: number;
      readonly found: number;
    };

export type GeohashPosition =
  | 'center'
  | 'north'
  | 'south'
  | 'east'
  | 'west'
  | 'northEast'
  | 'northWest'
  | 'southEast'
  | 'southWest';

export type OrderStep = SkiplistStep | RaxStep | HyperLogLogStep | GeohashStep;
