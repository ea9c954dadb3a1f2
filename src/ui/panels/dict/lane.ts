/**
 * The line under the tables with the choice of a bucket: the hash, its low bits, the masks. It stays while the lookup
 * that began with the hash goes on.
 */
import type { Step } from '../../../protocol/steps.ts';
import type { DictView } from '../../../protocol/views.ts';
import { lowBits, lowDigits, type MaskedHash, maskHash } from './hash.ts';
import { visitedBefore } from './scan.ts';

export interface Lane {
  readonly kind: 'hash' | 'cursor';
  readonly key: string;
  /** Low hexadecimal digits after an ellipsis, or the cursor in decimal. */
  readonly digits: string;
  /** Low bits, most significant first. */
  readonly bits: string;
  /** One per allocated table, in their order. */
  readonly masks: readonly MaskedHash[];
  /** Whether this step makes the choice. */
  readonly hot: boolean;
  /** Of a cursor: its bits from right to left, which count the visited buckets. */
  readonly mirrored?: { readonly bits: string; readonly visited: number; readonly size: number };
}

function masksFor(view: DictView, hash: string): MaskedHash[] {
  const masks: MaskedHash[] = [];
  for (const table of [0, 1] as const) {
    if (view.tables[table].size > 0) masks.push(maskHash(hash, table, view.tables[table].size));
  }
  return masks;
}

function hashLane(view: DictView, key: string, hash: string, hot: boolean): Lane {
  const masks = masksFor(view, hash);
  const maskBits = Math.max(0, ...masks.map((mask) => mask.maskBits));
  return {
    kind: 'hash',
    key,
    digits: lowDigits(hash, maskBits),
    bits: lowBits(hash, Math.max(8, Math.ceil(maskBits / 4) * 4)),
    masks,
    hot,
  };
}

/** A cursor under the mask of a table, and its number of visited buckets. */
export function cursorLane(view: DictView, table: 0 | 1, cursor: number, hot: boolean): Lane {
  const { size } = view.tables[table];
  const hash = cursor.toString(16).padStart(16, '0');
  const mask = maskHash(hash, table, Math.max(1, size));
  const visited = visitedBefore(cursor, Math.max(1, size));
  return {
    kind: 'cursor',
    key: '',
    digits: String(cursor),
    bits: lowBits(hash, Math.max(4, Math.ceil(mask.maskBits / 4) * 4)),
    masks: [mask],
    hot,
    mirrored: { bits: visited.toString(2).padStart(mask.maskBits, '0'), visited, size },
  };
}

/** `earlier` are the steps of the same frame before this one, in order. */
export function laneOf(view: DictView, step: Step | null, earlier: readonly Step[]): Lane | null {
  if (step === null || !('dict' in step) || step.dict !== view.address) return null;
  switch (step.type) {
    case 'dict.hash':
      return hashLane(view, step.key, step.hash, true);
    case 'dict.bucket':
    case 'dict.walk':
    case 'dict.insert':
    case 'dict.remove': {
      const hashed = earlier.findLast((past) => past.type === 'dict.hash' && past.dict === view.address);
      return hashed?.type === 'dict.hash' ? hashLane(view, hashed.key, hashed.hash, false) : null;
    }
    case 'dict.move': {
      for (const table of view.tables) {
        for (const chain of table.buckets) {
          const entry = chain.find((candidate) => candidate.address === step.entry);
          if (entry !== undefined) return hashLane(view, entry.key, entry.hash, true);
        }
      }
      return null;
    }
    case 'dict.scan':
      return cursorLane(view, step.table, step.cursor, true);
    case 'dict.resize':
    case 'dict.rehash':
    case 'dict.swap':
      return null;
    default: {
      const missed: never = step;
      return missed;
    }
  }
}
