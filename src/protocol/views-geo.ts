/**
 * Locations in a sorted set: members with the positions of their scores, and the cells that the latest search checked.
 */
import type { GeohashPosition } from './steps-order.ts';
import type { SortedSetName } from './views-skiplist.ts';

export interface GeoMemberView {
  /** Printed like a key. */
  readonly member: string;
  /** The middle of the cell that the score stands for. */
  readonly longitude: number;
  readonly latitude: number;
  /** The same as GEOPOS prints them. */
  readonly longitudeText: string;
  readonly latitudeText: string;
  /** As ZSCORE prints it: a number of 52 bits, unless something else than GEOADD put it there. */
  readonly score: string;
  /** What GEOHASH prints. */
  readonly geohash: string;
}

export interface GeoBounds {
  readonly longitudeMin: number;
  readonly longitudeMax: number;
  readonly latitudeMin: number;
  readonly latitudeMax: number;
}

export interface GeoCellView extends GeoBounds {
  readonly position: GeohashPosition;
  /** The bits of both axes taking turns, two per cut, as a text of zeros and ones. */
  readonly bits: string;
  /** Scores from `minScore` up to but not including `maxScore`, in decimal digits. */
  readonly minScore: string;
  readonly maxScore: string;
  /** 'waiting' until the search reaches it; then whether it was searched, or why not. */
  readonly state: 'waiting' | 'searched' | 'outside' | 'repeated' | 'enough';
  /** Members whose score lies in the cell, as far as they were looked at, and those of them inside the shape. */
  readonly candidates: number;
  readonly found: number;
  /** The first of those found, at most 64. */
  readonly members: readonly string[];
}

export interface GeoSearchView {
  readonly longitude: number;
  readonly latitude: number;
  readonly shape:
    | { readonly type: 'circle'; readonly radiusMetres: number }
    | { readonly type: 'box'; readonly widthMetres: number; readonly heightMetres: number };
  /** Cuts per axis: the grid the nine cells belong to. */
  readonly step: number;
  /** Nine, in the order of the search. */
  readonly cells: readonly GeoCellView[];
}

export interface GeoView {
  readonly kind: 'geo';
  readonly db: number;
  /** The key shown; null if no key was named and no geo command has used one. */
  readonly key: string | null;
  /** Members in all; 0 when the key does not exist or holds something else. */
  readonly length: number;
  /** How many members come before the first one shown. */
  readonly from: number;
  /** In the order of their scores, at most 200. */
  readonly members: readonly GeoMemberView[];
  /** The latest search in this key; null before the first one, and after one in another key. */
  readonly search: GeoSearchView | null;
  /** Sorted sets of the database, by name, as far as a short look found them. */
  readonly names: readonly SortedSetName[];
}
