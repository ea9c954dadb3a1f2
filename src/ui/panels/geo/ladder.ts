/** The cells of a search as rungs in the order of their scores. */
import type { GeoCellView, GeoSearchView } from '../../../protocol/views.ts';

export interface Rung {
  readonly key: string;
  readonly cell: GeoCellView;
  /** Whether other scores lie between this one and the one before. */
  readonly gapBefore: boolean;
}

export function rungsOf({ cells }: GeoSearchView): Rung[] {
  const ordered = [...cells].sort((a, b) => Number(a.minScore) - Number(b.minScore));
  return ordered.map((cell, nth) => ({
    key: cell.position,
    cell,
    gapBefore: nth > 0 && Number(ordered[nth - 1].maxScore) < Number(cell.minScore),
  }));
}

/** All nine ranges are equally long: two to this power scores. */
export function powerOf({ step }: GeoSearchView): number {
  return 2 * (26 - step);
}
