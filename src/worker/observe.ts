/**
 * Observations: numbers and short texts read from the engine and from what its last frame did.
 * The paths are listed in protocol/checks.ts. Reading changes nothing.
 */
import { type Observation, parseObservation } from '../protocol/checks.ts';
import { printReplies } from '../protocol/redis-cli.ts';
import { readReplies } from '../protocol/resp.ts';
import type { Step } from '../protocol/steps.ts';
import type { PackedValueView } from '../protocol/views-packed.ts';

export type Observed = string | number | null;

/** A dictionary as far as observations look into it. */
export interface DictFacts {
  readonly address: number;
  /** -1 when no rehash is under way. */
  readonly rehashIndex: number;
  readonly tables: readonly [TableFacts, TableFacts];
}

export interface TableFacts {
  readonly size: number;
  readonly used: number;
}

export interface KeyFacts {
  readonly type: string;
  readonly encoding: string;
  /** What GET would print, without quotes; null for other types than strings. */
  readonly value: string | null;
  /** Unix milliseconds, -1 without expiry. */
  readonly expireAtMs: number;
  /** The table and the bucket its entry lies in. */
  readonly table: 0 | 1;
  readonly bucket: number;
}

/** A sorted set as far as observations look into it. */
export interface ZsetFacts {
  readonly length: number;
  /** Levels in use; null while it is packed. */
  readonly level: number | null;
  /** Levels of a member's node; null when there is none. */
  levelsOf(member: string): number | null;
  /** Nodes that a level links; null while it is packed. */
  nodesOn(level: number): number | null;
  /** Null when there is no such member. */
  scoreOf(member: string): number | null;
}

/** A key as a lock: who has it, and how often it has come to what. */
export interface LockFacts {
  /** Clients that act as holders: the true one, and those that have not noticed that they lost it. */
  readonly holders: number;
  /** The number of the client that put the key there, or 'nobody'. */
  readonly holder: string;
  readonly state: 'free' | 'held' | 'orphaned';
  readonly acquired: number;
  readonly refused: number;
  readonly wrongReleases: number;
  readonly spared: number;
  readonly expired: number;
  readonly conflicts: number;
}

/** What observations and checks may ask an engine; none of it is a command, so nothing is touched by asking. */
export interface EngineReader {
  readonly databases: number;
  dict(db: number, which: 'keys' | 'expires'): DictFacts;
  /** Null when the key is not there. */
  key(db: number, key: string): KeyFacts | null;
  /** Null when the key is not there or is no sorted set. */
  zset(db: number, key: string): ZsetFacts | null;
  /** What the panel of packed bytes would show; null when the key is not there. */
  packed(db: number, key: string): PackedValueView | null;
  /** What has become of a key that clients take as a lock; null where nobody has kept the history. */
  lock(db: number, key: string): LockFacts | null;
  /** Whether a command of this name (lower case) is flagged as a write. */
  isWrite(commandName: string): boolean;
}

/** What the last frame did. */
export interface FrameFacts {
  /** The bytes its own client was sent. */
  readonly reply: Uint8Array | null;
  readonly steps: readonly Step[];
}

/** Null for a path nobody knows and for what has no value now. */
export function observe(path: string, engine: EngineReader, last: FrameFacts): Observed {
  const observation = parseObservation(path);
  if (observation === null) return null;
  if (observation.of === 'last') return observeLast(observation, engine, last);
  if (observation.db >= engine.databases) return null;
  if (observation.of === 'place' || observation.of === 'encoding') {
    const facts = engine.key(observation.db, observation.key);
    if (facts === null) return null;
    return observation.of === 'place' ? `${facts.table}:${facts.bucket}` : facts.encoding;
  }
  if (
    observation.of === 'memory' ||
    observation.of === 'elements' ||
    observation.of === 'packed' ||
    observation.of === 'packedEntry'
  ) {
    return observePacked(observation, engine.packed(observation.db, observation.key));
  }
  if (observation.of === 'zset' || observation.of === 'node' || observation.of === 'lane') {
    const facts = engine.zset(observation.db, observation.key);
    if (facts === null) return null;
    if (observation.of === 'lane') return facts.nodesOn(observation.level);
    return observation.of === 'zset' ? facts[observation.fact] : facts.levelsOf(observation.member);
  }
  if (observation.of === 'geoCell') {
    const score = engine.zset(observation.db, observation.key)?.scoreOf(observation.member) ?? null;
    return score === null ? null : firstBits(score, 2 * observation.cuts);
  }
  if (observation.of === 'lock') {
    return engine.lock(observation.db, observation.key)?.[observation.fact] ?? null;
  }
  if (observation.of === 'database') {
    const { tables } = engine.dict(observation.db, observation.fact === 'keys' ? 'keys' : 'expires');
    return tables[0].used + tables[1].used;
  }
  const { rehashIndex, tables } = engine.dict(observation.db, observation.which);
  if (observation.of === 'table') return tables[observation.table][observation.fact];
  if (observation.fact === 'rehashIndex') return rehashIndex;
  // The load that decides about growing and shrinking is that of the table everything started in.
  return tables[0].size === 0 ? 0 : (tables[0].used + tables[1].used) / tables[0].size;
}

function observeLast(
  { fact }: Observation & { of: 'last' },
  engine: EngineReader,
  last: FrameFacts,
): Observed {
  if (fact === 'reply') return last.reply === null ? null : printedReply(last.reply);
  switch (fact) {
    case 'hops':
      return count(last.steps, 'skiplist.hop');
    case 'spans': {
      const hops = last.steps.filter((step) => step.type === 'skiplist.hop');
      return hops.length === 0 ? null : hops.map(({ span }) => span).join('+');
    }
    case 'drawnLevels':
      return last.steps.findLast((step) => step.type === 'skiplist.draw')?.levels ?? null;
    case 'visited':
      return count(last.steps, 'skiplist.visit');
    case 'cells':
    case 'cuts':
    case 'candidates':
    case 'found':
      return observeSearch(fact, last.steps);
    case 'walked':
      return count(last.steps, 'packed.walk');
    case 'reallocations':
      return count(last.steps, 'packed.realloc');
    case 'cascaded':
      return count(last.steps, 'packed.cascade');
    case 'shifted':
      return shiftedBytes(last.steps);
  }
  const main = new Set<number>();
  for (let db = 0; db < engine.databases; db++) main.add(engine.dict(db, 'keys').address);
  const steps = last.steps.filter((step) => 'dict' in step && main.has(step.dict));
  switch (fact) {
    case 'tables': {
      const tables = new Set<number>();
      for (const step of steps) if (step.type === 'dict.bucket') tables.add(step.table);
      return tables.size === 0 ? null : [...tables].join(',');
    }
    case 'bucket':
      return steps.find((step) => step.type === 'dict.bucket')?.bucket ?? null;
    case 'moved':
      return count(steps, 'dict.move');
    case 'rehashedBuckets':
      return count(steps, 'dict.rehash');
    case 'compared':
      return count(steps, 'dict.walk');
    case 'insertedTable':
      return steps.findLast((step) => step.type === 'dict.insert')?.table ?? null;
  }
}

function observePacked(
  observation: Observation & { of: 'memory' | 'elements' | 'packed' | 'packedEntry' },
  value: PackedValueView | null,
): Observed {
  if (value === null) return null;
  if (observation.of === 'memory') return value.memoryBytes;
  if (observation.of === 'elements') return value.elements;
  const { block } = value;
  if (block === null) return null;
  if (observation.of === 'packed') {
    switch (observation.fact) {
      case 'format':
        return block.format;
      case 'bytes':
        return block.totalBytes;
      case 'slot':
        return block.allocationBytes;
      case 'entries':
        return block.length;
      case 'longPrevlens':
        return block.spans.filter(({ role, sizeBytes }) => role === 'prevlen' && sizeBytes === 5).length;
    }
  }
  const entry = block.entries.find(({ index }) => index === observation.index);
  if (entry === undefined) return null;
  if (observation.fact === 'size') return entry.sizeBytes;
  return observation.fact === 'encoding' ? entry.encoding : (entry.prevlen?.says ?? null);
}

/** Entries that were moved to make room for others, or to close a gap; the end does not count. */
function shiftedBytes(steps: readonly Step[]): number {
  let sum = 0;
  for (const step of steps) {
    if (step.type === 'packed.insert' || step.type === 'packed.replace' || step.type === 'packed.delete') {
      sum += Math.max(0, step.moved.sizeBytes - 1);
    }
  }
  return sum;
}

/** Null when nothing was searched for. */
function observeSearch(
  fact: 'cells' | 'cuts' | 'candidates' | 'found',
  steps: readonly Step[],
): number | null {
  const cells = steps.filter((step) => step.type === 'geohash.cell');
  if (cells.length === 0) return null;
  if (fact === 'cuts') return cells[0].precision;
  if (fact === 'cells') return cells.filter(({ state }) => state === 'searched').length;
  return cells.reduce((sum, cell) => sum + cell[fact], 0);
}

/** Of a score of 52 bits; null for a score that is no geohash. */
function firstBits(score: number, bits: number): string | null {
  if (!Number.isInteger(score) || score < 0 || score >= 2 ** 52) return null;
  return score.toString(2).padStart(52, '0').slice(0, bits);
}

function count(steps: readonly Step[], type: Step['type']): number {
  return steps.filter((step) => step.type === type).length;
}

/** As much of a reply as anybody compares with something. */
const observedReply = { bytes: 64 * 1024, chars: 64 * 1024, lines: 10_000 };

/** What redis-cli prints for the replies to one input. */
export function printedReply(bytes: Uint8Array): string {
  return printReplies(readReplies(bytes.subarray(0, observedReply.bytes)), observedReply).text;
}
