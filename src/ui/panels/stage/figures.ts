/** A row of figures with their names below, broken into lines where it is narrow. */
import { columnsOf } from '../label.ts';
import type { BoxMark, Point, Said, Tone } from './sheet.ts';

export interface Figure {
  readonly id: string;
  readonly value: string;
  readonly name: string;
  readonly tone?: Tone;
  readonly hot?: boolean;
  readonly says: Said;
  readonly part?: string;
}

/** A figure with its name, its value and its meaning. */
export interface ExplainedFigure {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly detail: string;
  readonly part?: string;
}

export function explainedFigure({ id, name, value, detail, part }: ExplainedFigure): Figure {
  return { id: `figure:${id}`, value, name, says: { head: `${name}: ${value}`, detail }, part };
}

const height = 42;
const gap = 4;
const narrowest = 96;
/** Widths of one column of text in the two sizes of letters. */
const valueColumn = 8.6;
const nameColumn = 6.4;

export function figureRow(
  figures: readonly Figure[],
  { x, y, width }: Point & { readonly width: number },
): { readonly boxes: BoxMark[]; readonly height: number } {
  const wanted = Math.max(
    narrowest,
    ...figures.map(
      ({ value, name }) => 16 + Math.max(columnsOf(value) * valueColumn, columnsOf(name) * nameColumn),
    ),
  );
  const fitting = Math.max(1, Math.min(figures.length, Math.floor((width + gap) / (wanted + gap))));
  // Lines of equal length look better than a full one and a short rest.
  const lines = Math.ceil(figures.length / fitting);
  const columns = Math.ceil(figures.length / lines);
  const boxWidth = (width - (columns - 1) * gap) / columns;
  const boxes = figures.map(
    ({ id, value, name, tone, hot, says, part }, nth): BoxMark => ({
      id,
      x: x + (nth % columns) * (boxWidth + gap),
      y: y + Math.floor(nth / columns) * (height + gap),
      width: boxWidth,
      height,
      tone: tone ?? 'soft',
      hot,
      says,
      part,
      texts: [
        { x: 8, y: 14, text: value, look: 'title', tone: tone === 'soft' ? undefined : tone },
        { x: 8, y: 31, text: name, look: 'note' },
      ],
    }),
  );
  return { boxes, height: lines * (height + gap) - gap };
}
