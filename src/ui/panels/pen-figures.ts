/** A row of figures across a sheet, each with its name and what it means. */
import type { SheetPen } from './sheet-pen.ts';
import { figureRow } from './stage/figures.ts';

export interface ToldFigure {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly detail: string;
  readonly part?: string;
}

export function drawFigures(pen: SheetPen, figures: readonly ToldFigure[]): void {
  const row = figureRow(
    figures.map(({ id, name, value, detail, part }) => ({
      id: `figure:${id}`,
      value,
      name,
      says: { head: `${name}: ${value}`, detail },
      part,
    })),
    { x: pen.left, y: pen.y, width: pen.width },
  );
  pen.boxes.push(...row.boxes);
  pen.y += row.height;
}
