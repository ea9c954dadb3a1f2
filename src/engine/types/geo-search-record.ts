/**
 * What a search around a place looks at, written down while it goes on: its shape, and for each of the nine cells
 * what came of it. The server keeps the latest one to show it; nothing is decided by it.
 */
import type { GeohashPosition } from '../../protocol/steps-order.ts';
import { type GeoShape, searchCells } from '../structures/geo-search.ts';

/** How many members found in a cell are remembered by name. */
export const MAX_REMEMBERED = 64;

export interface GeoCellRecord {
  readonly position: GeohashPosition;
  readonly bits: number;
  readonly step: number;
  /** Scores from here up to but not including `maxScore`. */
  readonly minScore: number;
  readonly maxScore: number;
  /** Whether it is to be searched, or why not. */
  readonly plan: 'searched' | 'outside' | 'repeated';
  /** What came of it. */
  state: 'waiting' | 'searched' | 'outside' | 'repeated' | 'enough';
  candidates: number;
  found: number;
  members: readonly Uint8Array[];
}

export class GeoSearchRecord {
  readonly db: number;
  readonly key: Uint8Array;
  readonly shape: GeoShape;
  /** In the order of the search. */
  readonly cells: readonly GeoCellRecord[];

  constructor(db: number, key: Uint8Array, shape: GeoShape) {
    this.db = db;
    this.key = key.slice();
    this.shape = shape;
    this.cells = searchCells(shape).map(({ position, bits, step, minScore, maxScore, state }) => ({
      position,
      bits,
      step,
      minScore,
      maxScore,
      plan: state,
      state: 'waiting',
      candidates: 0,
      found: 0,
      members: [],
    }));
  }
}
