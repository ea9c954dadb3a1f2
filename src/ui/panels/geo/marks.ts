/** What is drawn on the map, as plain data. */
import type { GeohashPosition } from '../../../protocol/steps-order.ts';
import type { GeoCellView } from '../../../protocol/views.ts';
import type { Box } from '../stage/sheet.ts';

/** How wide a digit of a cell's code is. */
export const codeColumnPx = 7;

export interface CodeMark {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

export interface CellMark extends Box {
  readonly position: GeohashPosition;
  readonly state: GeoCellView['state'];
  readonly hot: boolean;
  /** "2 of 3" in numbers: found and examined; null if nothing was examined. */
  readonly found: number | null;
  readonly candidates: number;
}

export interface MemberMark {
  readonly key: string;
  readonly member: string;
  readonly x: number;
  readonly y: number;
  readonly found: boolean;
  readonly chosen: boolean;
  readonly hot: boolean;
  /** Null if another label is in the way. */
  readonly label: string | null;
  /** The label's place, from the point; its words end there if it stands to the left. */
  readonly labelX: number;
  readonly labelY: number;
}

export interface GeoMarks {
  readonly land: { readonly x: number; readonly y: number; readonly scale: number; readonly shown: boolean };
  /** The limits of the latitude, where they are in sight. */
  readonly limits: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly north: boolean;
  }[];
  /** The margins left and right of the world when all of it is in sight. */
  readonly veils: readonly Box[];
  /** Straight lines of the drawn grid, and its number of cuts. */
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  readonly top: number;
  readonly bottom: number;
  readonly cuts: number;
  readonly codes: readonly CodeMark[];
  readonly curve: string | null;
  /** The area that a step cuts, or the cell of the chosen place. */
  readonly focus:
    | { readonly kind: 'cell'; readonly box: Box }
    | { readonly kind: 'cut'; readonly box: Box; readonly kept: Box }
    | null;
  readonly cells: readonly CellMark[];
  readonly shape: string | null;
  readonly center: { readonly x: number; readonly y: number } | null;
  readonly members: readonly MemberMark[];
  readonly bar: { readonly metres: number; readonly width: number };
}
