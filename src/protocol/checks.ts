/**
 * Checks compare the engine's state with a goal, never text the learner typed.
 *
 * Observation paths name a number or a short string the engine computes:
 *   db0.keys  db0.volatileKeys  db0.rehashIndex  db0.load
 *   db0.ht0.size  db0.ht0.used  db0.ht1.size  db0.ht1.used        (db0.expires.ht0.size … likewise)
 *   db0.place(user:3)   where a key's entry lies, as table:bucket, such as '1:10'
 *   db0.encoding(board)   as OBJECT ENCODING says it
 *   db0.zset(board).length
 *   db0.zset(board).level         levels in use in its skiplist; null while it is packed
 *   db0.zset(board).levels(bob)   levels of a member's node
 *   db0.zset(board).nodesOn(1)    nodes that a level links
 *   db0.geo(cars).cell(33,5)      the first bits of a member's score, two for each of so many cuts: '1110011101'
 *   db0.memory(user:1)            as MEMORY USAGE counts; db0.elements(user:1) its fields, members or elements
 *   db0.packed(user:1).format     listpack, ziplist or intset; null while it is not packed. Of a list: its first node
 *   db0.packed(user:1).bytes      bytes in use; .slot what the allocator gave for them
 *   db0.packed(user:1).entries    entries; .longPrevlens those whose prevlen takes five bytes
 *   db0.packed(user:1).prevlen(3)   what an entry says of the one before it; .size(3) what it takes itself
 *   db0.packed(user:1).encoding(3)  how it is encoded, such as str6
 *   db0.lock(lock:order).holders  clients that act as holders: the true one, and those that have not noticed their loss
 *   db0.lock(lock:order).holder   the number of the client whose lock it is, or nobody; .state free, held or orphaned
 *   db0.lock(lock:order).conflicts   how often two acted as holders; likewise .acquired .refused .expired,
 *                                 .wrongReleases (removed by somebody else) and .spared (left alone by a script)
 *   last.reply      what redis-cli prints for the last command
 *   last.tables     tables opened by the last command's lookups in the main dictionary, in order: '0', '1' or '0,1'
 *   last.bucket     bucket opened first
 *   last.moved      entries carried to ht[1] by the last command; last.rehashedBuckets likewise
 *   last.compared   entries compared
 *   last.insertedTable   the table a new entry was put into: 0 or 1
 *   last.hops       hops of its searches in skiplists; last.spans their spans in order, such as '4+2+1'
 *   last.drawnLevels     levels drawn for the last new node
 *   last.visited    nodes of a skiplist taken along level 0
 *   last.cells      cells of the grid that its geo search looked into; last.cuts how often each axis is cut for them
 *   last.candidates members it measured there; last.found those of them inside the shape
 *   last.walked     entries of packed bytes it compared; last.reallocations how often they got another slot
 *   last.cascaded   entries whose prevlen grew from one byte to five; last.shifted bytes that others had to make way for
 * "Last" is the last frame, so that after the clock was moved it is the cron's work. An observation that has no
 * value (no lookup, no reply, nothing inserted) is null.
 */
export type Check =
  | {
      readonly type: 'observe';
      readonly path: string;
      readonly is?: string | number;
      readonly not?: string | number;
      readonly atLeast?: number;
      readonly atMost?: number;
    }
  | {
      readonly type: 'key';
      readonly db: number;
      readonly key: string;
      readonly exists?: boolean;
      readonly value?: string;
      readonly valueType?: string;
      readonly encoding?: string;
      readonly hasExpiry?: boolean;
    }
  /**
   * The commands since the goal was set: none of `never`; if given, nothing outside `only` (lower case names);
   * with `readsOnly` none that is flagged as a write.
   */
  | {
      readonly type: 'trace';
      readonly never?: readonly string[];
      readonly only?: readonly string[];
      readonly readsOnly?: boolean;
    }
  /** An observation held at some frame since the goal was set, even if it no longer does. */
  | {
      readonly type: 'reached';
      readonly path: string;
      readonly is?: string | number;
      readonly atLeast?: number;
    };

export interface CheckResult {
  readonly passed: boolean;
  /** What was found, to show beside what was wanted. */
  readonly found: string;
}

/** An observation path, taken apart. */
export type Observation =
  | { readonly of: 'database'; readonly db: number; readonly fact: 'keys' | 'volatileKeys' }
  | {
      readonly of: 'dict';
      readonly db: number;
      readonly which: 'keys' | 'expires';
      readonly fact: 'rehashIndex' | 'load';
    }
  | {
      readonly of: 'table';
      readonly db: number;
      readonly which: 'keys' | 'expires';
      readonly table: 0 | 1;
      readonly fact: 'size' | 'used';
    }
  | { readonly of: 'place'; readonly db: number; readonly key: string }
  | { readonly of: 'encoding'; readonly db: number; readonly key: string }
  | { readonly of: 'memory'; readonly db: number; readonly key: string }
  | { readonly of: 'elements'; readonly db: number; readonly key: string }
  | { readonly of: 'packed'; readonly db: number; readonly key: string; readonly fact: PackedFact }
  | {
      readonly of: 'packedEntry';
      readonly db: number;
      readonly key: string;
      readonly fact: 'prevlen' | 'size' | 'encoding';
      readonly index: number;
    }
  | { readonly of: 'zset'; readonly db: number; readonly key: string; readonly fact: 'length' | 'level' }
  | { readonly of: 'node'; readonly db: number; readonly key: string; readonly member: string }
  | { readonly of: 'lane'; readonly db: number; readonly key: string; readonly level: number }
  | {
      readonly of: 'geoCell';
      readonly db: number;
      readonly key: string;
      readonly member: string;
      readonly cuts: number;
    }
  | { readonly of: 'lock'; readonly db: number; readonly key: string; readonly fact: LockFact }
  | { readonly of: 'last'; readonly fact: LastFact };

const lockFacts = [
  'holders',
  'holder',
  'state',
  'acquired',
  'refused',
  'wrongReleases',
  'spared',
  'expired',
  'conflicts',
] as const;
export type LockFact = (typeof lockFacts)[number];

const packedFacts = ['format', 'bytes', 'slot', 'entries', 'longPrevlens'] as const;
export type PackedFact = (typeof packedFacts)[number];

const lastFacts = [
  'reply',
  'tables',
  'bucket',
  'moved',
  'rehashedBuckets',
  'compared',
  'insertedTable',
  'hops',
  'spans',
  'drawnLevels',
  'visited',
  'cells',
  'cuts',
  'candidates',
  'found',
  'walked',
  'reallocations',
  'cascaded',
  'shifted',
] as const;
export type LastFact = (typeof lastFacts)[number];

/** Takes an observation path apart; null when it names nothing the engine observes. */
export function parseObservation(path: string): Observation | null {
  const last = /^last\.(\w+)$/.exec(path);
  if (last !== null) {
    const fact = lastFacts.find((name) => name === last[1]);
    return fact === undefined ? null : { of: 'last', fact };
  }
  const node = /^db(\d{1,2})\.zset\((.+)\)\.levels\((.+)\)$/.exec(path);
  if (node !== null) return { of: 'node', db: Number(node[1]), key: node[2], member: node[3] };
  const cell = /^db(\d{1,2})\.geo\((.+)\)\.cell\((.+),(\d{1,2})\)$/.exec(path);
  if (cell !== null) {
    const cuts = Number(cell[4]);
    if (cuts < 1 || cuts > 26) return null;
    return { of: 'geoCell', db: Number(cell[1]), key: cell[2], member: cell[3], cuts };
  }
  const lane = /^db(\d{1,2})\.zset\((.+)\)\.nodesOn\((\d{1,2})\)$/.exec(path);
  if (lane !== null) return { of: 'lane', db: Number(lane[1]), key: lane[2], level: Number(lane[3]) };
  const zset = /^db(\d{1,2})\.zset\((.+)\)\.(length|level)$/.exec(path);
  if (zset !== null) {
    return { of: 'zset', db: Number(zset[1]), key: zset[2], fact: zset[3] as 'length' | 'level' };
  }
  const entry = /^db(\d{1,2})\.packed\((.+)\)\.(prevlen|size|encoding)\((\d{1,5})\)$/.exec(path);
  if (entry !== null) {
    const fact = entry[3] as 'prevlen' | 'size' | 'encoding';
    return { of: 'packedEntry', db: Number(entry[1]), key: entry[2], fact, index: Number(entry[4]) };
  }
  const packed = /^db(\d{1,2})\.packed\((.+)\)\.(\w+)$/.exec(path);
  if (packed !== null) {
    const fact = packedFacts.find((name) => name === packed[3]);
    return fact === undefined ? null : { of: 'packed', db: Number(packed[1]), key: packed[2], fact };
  }
  const lock = /^db(\d{1,2})\.lock\((.+)\)\.(\w+)$/.exec(path);
  if (lock !== null) {
    const fact = lockFacts.find((name) => name === lock[3]);
    return fact === undefined ? null : { of: 'lock', db: Number(lock[1]), key: lock[2], fact };
  }
  const lookedFor = /^db(\d{1,2})\.(place|encoding|memory|elements)\((.+)\)$/.exec(path);
  if (lookedFor !== null) {
    return {
      of: lookedFor[2] as 'place' | 'encoding' | 'memory' | 'elements',
      db: Number(lookedFor[1]),
      key: lookedFor[3],
    };
  }
  const place = /^db(\d{1,2})\.(expires\.)?(?:ht([01])\.)?(\w+)$/.exec(path);
  if (place === null) return null;
  const db = Number(place[1]);
  const which = place[2] === undefined ? 'keys' : 'expires';
  const fact = place[4];
  if (place[3] !== undefined) {
    if (fact !== 'size' && fact !== 'used') return null;
    return { of: 'table', db, which, table: place[3] === '0' ? 0 : 1, fact };
  }
  if (fact === 'rehashIndex' || fact === 'load') return { of: 'dict', db, which, fact };
  if ((fact === 'keys' || fact === 'volatileKeys') && which === 'keys') return { of: 'database', db, fact };
  return null;
}
