/** What a layout gathers while it goes down a sheet, section by section. */
import { columnsOf } from '../label.ts';
import type { BoxMark, GridMark, LabelMark, LinkMark, Point } from './sheet.ts';

export interface Pen {
  readonly boxes: BoxMark[];
  readonly labels: LabelMark[];
  readonly links: LinkMark[];
  readonly grids: GridMark[];
}

/** Where a section begins and how wide it may be; it tells how high it has become. */
export interface Section extends Point {
  readonly width: number;
}

export function takePen(): Pen {
  return { boxes: [], labels: [], links: [], grids: [] };
}

const titleHeight = 24;
const titleColumn = 7.6;

/** A heading, with quiet words behind it as far as they fit; its height. */
export function drawTitle(
  pen: Pen,
  { x, y, width }: Section,
  id: string,
  title: string,
  note?: string,
): number {
  const middle = y + 10;
  pen.labels.push({ id: `title:${id}`, x, y: middle, text: title, look: 'title' });
  if (note === undefined) return titleHeight;
  const noteX = x + columnsOf(title) * titleColumn + 10;
  const fits = noteX + columnsOf(note) * 6.2 <= x + width;
  pen.labels.push({
    id: `note:${id}`,
    x: fits ? noteX : x,
    y: fits ? middle + 0.5 : middle + 18,
    text: note,
    look: 'note',
  });
  return fits ? titleHeight : titleHeight + 16;
}
