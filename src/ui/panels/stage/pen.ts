/** Writes a sheet from top to bottom: headings, and things side by side that wrap into the next row. */
import { columnsOf, cutToColumns } from '../label.ts';
import { type Figure, figureRow } from './figures.ts';
import type {
  BoxMark,
  GridMark,
  HeadsMark,
  LabelMark,
  LinkMark,
  Sheet,
  TextLook,
  TextMark,
  Tone,
} from './sheet.ts';

/** How wide a column of each look is, a little more rather than less. */
const columnWidths: Readonly<Record<TextLook, number>> = {
  name: 7.6,
  byte: 7,
  figure: 7.2,
  note: 6.4,
  title: 8,
};

export function textWidth(text: string, look: TextLook = 'name'): number {
  return columnsOf(text) * columnWidths[look];
}

/** Cut to this many pixels. */
export function cutToWidth(text: string, width: number, look: TextLook = 'name'): string {
  return cutToColumns(text, Math.max(1, Math.floor(width / columnWidths[look])));
}

export interface Pill extends Omit<BoxMark, 'x' | 'y' | 'width' | 'height' | 'texts'> {
  readonly text: string;
  readonly look?: TextLook;
  readonly textTone?: Tone;
}

/** The name of a column. */
export type Head = Omit<LabelMark, 'y' | 'look'>;

interface Marks {
  readonly boxes: BoxMark[];
  readonly labels: LabelMark[];
  readonly links: LinkMark[];
  readonly grids: GridMark[];
}

export class SheetPen implements Marks {
  readonly boxes: BoxMark[];
  readonly labels: LabelMark[];
  readonly links: LinkMark[];
  readonly grids: GridMark[];
  readonly left: number;
  readonly right: number;
  y: number;
  #heads: HeadsMark | null = null;

  constructor(
    width: number,
    margin = 4,
    x = 0,
    { boxes, labels, links, grids }: Marks = { boxes: [], labels: [], links: [], grids: [] },
  ) {
    this.boxes = boxes;
    this.labels = labels;
    this.links = links;
    this.grids = grids;
    this.left = x + margin;
    this.right = x + Math.max(margin + 40, width - margin);
    this.y = margin;
  }

  get width(): number {
    return this.right - this.left;
  }

  /** Another pen on the same sheet, for a part of its width, from this pen's place downwards. */
  column(x: number, width: number): SheetPen {
    const pen = new SheetPen(width, 0, x, this);
    pen.y = this.y;
    return pen;
  }

  /** Two columns of the same width; if there is less room than `from`, both are this pen, one after the other. */
  halves(from: number, gap: number): readonly [SheetPen, SheetPen] {
    if (this.width < from) return [this, this];
    const half = Math.floor((this.width - gap) / 2);
    return [this.column(this.left, half), this.column(this.left + half + gap, half)];
  }

  /** A heading; its note stands at the right edge, or below in lines if it does not fit. */
  title(id: string, text: string, note = ''): void {
    const middle = this.y + 10;
    this.labels.push({ id: `title:${id}`, x: this.left, y: middle, text, look: 'title' });
    const isBeside = textWidth(note, 'note') <= this.width - textWidth(text, 'title') - 12;
    this.y += isBeside ? 26 : 22;
    if (note === '') return;
    if (!isBeside) {
      this.note(`note:${id}`, note);
      this.y += 4;
      return;
    }
    const mark = { id: `note:${id}`, x: this.right, y: middle, text: note } as const;
    this.labels.push({ ...mark, look: 'note', anchor: 'end' });
  }

  /** A heading; its note follows at once, or below if it does not fit: none of it may be left out. */
  heading(id: string, text: string, note?: string): void {
    const middle = this.y + 10;
    this.labels.push({ id: `title:${id}`, x: this.left, y: middle, text, look: 'title' });
    this.y += 24;
    if (note === undefined) return;
    const x = this.left + columnsOf(text) * 7.6 + 10;
    const fits = x + columnsOf(note) * 6.2 <= this.right;
    this.labels.push({
      id: `note:${id}`,
      x: fits ? x : this.left,
      y: fits ? middle + 0.5 : middle + 18,
      text: note,
      look: 'note',
    });
    if (!fits) this.y += 16;
  }

  /** Figures across the whole width. */
  figures(figures: readonly Figure[]): void {
    const row = figureRow(figures, { x: this.left, y: this.y, width: this.width });
    this.boxes.push(...row.boxes);
    this.y += row.height;
  }

  /** The names of the columns that follow. */
  heads(names: readonly Head[]): void {
    const height = 24;
    const labels = names.map((name): LabelMark => ({ ...name, y: this.y + 10, look: 'note' }));
    this.#heads = { y: this.y, height, labels };
    this.y += height;
  }

  /** A quiet line that wraps. */
  note(id: string, text: string, tone?: Tone): void {
    for (const [nth, line] of linesOf(text, this.width, 'note').entries()) {
      const mark: LabelMark = {
        id: nth === 0 ? id : `${id}:${nth}`,
        x: this.left,
        y: this.y + 8,
        text: line,
        look: 'note',
      };
      this.labels.push(tone === undefined ? mark : { ...mark, tone });
      this.y += 17;
    }
  }

  /** The meaning of colours: a patch of each with its words, in as many rows as they need. */
  legend(items: readonly { readonly id: string; readonly tone: Tone; readonly text: string }[]): void {
    let x = this.left;
    for (const { id, tone, text } of items) {
      const width = 34 + textWidth(text, 'note');
      if (x > this.left && x + width > this.right) {
        x = this.left;
        this.y += 18;
      }
      this.boxes.push({ id, x, y: this.y + 2, width: 12, height: 12, tone });
      this.labels.push({ id, x: x + 18, y: this.y + 8, text, look: 'note' });
      x += width;
    }
    this.y += 18;
  }

  /** Things side by side from `x` on; those without room begin another row. Returns where the rows end. */
  pills(pills: readonly Pill[], x: number, right: number, height = 22): void {
    let at = x;
    for (const { text, look = 'name', textTone, ...mark } of pills) {
      const most = right - x;
      const shown = cutToWidth(text, most - 16, look);
      const width = Math.min(most, textWidth(shown, look) + 16);
      if (at > x && at + width > right) {
        at = x;
        this.y += height + 4;
      }
      const line: TextMark = { x: width / 2, y: height / 2, text: shown, look, anchor: 'middle' };
      this.boxes.push({
        ...mark,
        x: at,
        y: this.y,
        width,
        height,
        texts: [textTone === undefined ? line : { ...line, tone: textTone }],
      });
      at += width + 6;
    }
    this.y += height;
  }

  sheet(width: number, focus: Sheet['focus'] = null): Sheet {
    return {
      width,
      height: this.y + 4,
      boxes: this.boxes,
      labels: this.labels,
      links: this.links,
      grids: this.grids,
      heads: this.#heads,
      focus,
    };
  }
}

/** A sentence in lines: broken at blanks (except non-breaking ones), and between Chinese characters. */
export function linesOf(text: string, width: number, look: TextLook): string[] {
  const most = Math.max(8, Math.floor(width / columnWidths[look]));
  const lines: string[] = [];
  let line = '';
  for (const piece of text.match(/[\u2e80-\uffef][，。：；、）]*|[^ \u2e80-\uffef]+ *| +/g) ?? []) {
    if (line !== '' && columnsOf(line + piece.trimEnd()) > most) {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    } else line += piece;
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines;
}
