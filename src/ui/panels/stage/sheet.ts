/**
 * A sheet: everything a panel draws, as plain data. A layout makes it from a view, the painter paints it. Two marks
 * with the same id in two sheets are the same thing: it is moved, not drawn anew.
 */
import type { Step } from '../../../protocol/steps.ts';
import type { Language } from '../../i18n/language.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point, Size {}

/**
 * The meaning of a colour, the same in every panel: old and new place, metadata, held or right, lost or wrong. `plain`
 * is an ordinary thing, `soft` one that stands back, `ghost` (dashed) one that is not there: gone, free, or to come.
 */
export type Tone = 'plain' | 'soft' | 'ghost' | 'old' | 'new' | 'meta' | 'good' | 'bad';

/** `name` a key or a value, `byte` small and mono, `figure` a number of the panel, `note` quiet words, `title` a heading. */
export type TextLook = 'name' | 'byte' | 'figure' | 'note' | 'title';

/** A line of text; `y` is its middle. Cut it to its place with `cutToColumns` (label.ts) before. */
export interface TextMark extends Point {
  readonly text: string;
  readonly look?: TextLook;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly tone?: Tone;
}

/** The note on a thing under the pointer or the keyboard's cursor. */
export interface Said {
  readonly head: string;
  readonly detail?: string;
}

export interface BoxMark extends Box {
  readonly id: string;
  readonly tone?: Tone;
  /** The step touches it. */
  readonly hot?: boolean;
  readonly shape?: 'rect' | 'pill' | 'bare';
  /** How much of it is filled, from the left, 0 to 1. */
  readonly share?: number;
  /** Lines of text, from the upper left corner of the box. */
  readonly texts?: readonly TextMark[];
  /** The keys reach boxes that have it. */
  readonly says?: Said;
  /** The part of the view it shows, in the words of protocol/parts.ts: "when did this last change?" */
  readonly part?: string;
  /** A click or key press on it calls the panel's `onPick`. */
  readonly picks?: string;
  /** Where it comes from when it is new, instead of fading in: `x`, `y` of its corner. */
  readonly enters?: Point;
}

export interface LinkMark {
  readonly id: string;
  readonly from: Point;
  readonly to: Point;
  /** `across` leaves and arrives sideways, `down` from top to bottom, `over` is an arc above, `straight` a line. */
  readonly course?: 'straight' | 'across' | 'down' | 'over';
  readonly tone?: Tone;
  readonly hot?: boolean;
  readonly arrow?: boolean;
}

export interface LabelMark extends TextMark {
  readonly id: string;
  readonly hot?: boolean;
}

/**
 * More looks of cells. `owner-…` are the nodes of a cluster, `keys-…` shades over them, `ring` and `moving` frames that
 * leave the inside as it is, `disagree` a hatch.
 */
export type CellLook =
  | 'hot'
  | `owner-${1 | 2 | 3 | 4 | 5 | 6}`
  | `keys-${1 | 2 | 3}`
  | 'ring'
  | 'moving'
  | 'disagree';

/** Very many equal cells: bits, registers, slots. They are drawn as one shape for each tone. */
export interface GridMark extends Point {
  readonly id: string;
  readonly columns: number;
  readonly count: number;
  readonly cell: Size;
  readonly gap: number;
  /** Numbers of cells by their look; those in none are `soft`. The later lies above. */
  readonly layers: readonly { readonly tone: Tone | CellLook; readonly cells: readonly number[] }[];
  /** The note on one cell. */
  says(cell: number): Said;
  readonly part?: (cell: number) => string;
  readonly picks?: (cell: number) => string;
}

/** The names of columns: a band across the sheet that stays in sight when the part below it scrolls. */
export interface HeadsMark {
  readonly y: number;
  readonly height: number;
  readonly labels: readonly LabelMark[];
}

export interface Sheet extends Size {
  readonly boxes: readonly BoxMark[];
  readonly links?: readonly LinkMark[];
  readonly labels?: readonly LabelMark[];
  readonly grids?: readonly GridMark[];
  readonly heads?: HeadsMark | null;
  /** The place to scroll into sight. */
  readonly focus?: Box | null;
}

/** A view to draw, and how it came about. */
export interface Scene<V> {
  readonly view: V;
  /** The view one moment earlier in the same frame; null at its beginning. */
  readonly before: V | null;
  /** The step that led to this moment; null before the first and after the last. */
  readonly step: Step | null;
  /** The steps of the frame up to this moment. */
  readonly steps: readonly Step[];
  readonly phase: 'before' | 'inside' | 'after';
}

export type Layout<V> = (scene: Scene<V>, size: Size, language: Language) => Sheet;

/** A view in words, for the accessible table: a caption and rows. */
export interface AccessibleTable {
  readonly caption: string;
  readonly rows: readonly { readonly id: string; readonly name: string; readonly text: string }[];
}

/** The box of one cell of a grid. */
export function cellBox(grid: GridMark, cell: number): Box {
  const column = cell % grid.columns;
  const row = Math.floor(cell / grid.columns);
  return {
    x: grid.x + column * (grid.cell.width + grid.gap),
    y: grid.y + row * (grid.cell.height + grid.gap),
    width: grid.cell.width,
    height: grid.cell.height,
  };
}

export function gridSize(grid: Pick<GridMark, 'columns' | 'count' | 'cell' | 'gap'>): Size {
  const rows = Math.ceil(grid.count / grid.columns);
  return {
    width: Math.max(0, Math.min(grid.columns, grid.count) * (grid.cell.width + grid.gap) - grid.gap),
    height: Math.max(0, rows * (grid.cell.height + grid.gap) - grid.gap),
  };
}
