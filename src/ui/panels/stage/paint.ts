/** Paints sheets: moves things that stay, fades in new ones, fades out the others. */
import { easeCubicOut } from 'd3-ease';
import { interpolateNumber } from 'd3-interpolate';
import { type BaseType, type Selection, select } from 'd3-selection';
import { appear, put, type Standing, stand, vanish, write } from '../drawing.ts';
import { coursePath } from './course.ts';
import { growthOf, putSize } from './growth.ts';
import {
  type Box,
  type BoxMark,
  cellBox,
  type GridMark,
  type HeadsMark,
  type LabelMark,
  type LinkMark,
  type Sheet,
  type TextMark,
} from './sheet.ts';

export interface SheetPainter {
  paint(sheet: Sheet, durationMs: number): void;
  /** A frame around the thing under the keyboard's cursor. */
  paintCursor(place: Box | null): void;
  destroy(): void;
}

type Group = Selection<SVGGElement, unknown, null, undefined>;

/** Cells whose numbers are attributes beside a shape, for programs that read the page. */
const listedCells = 512;

export function createSheetPainter(drawing: SVGSVGElement): SheetPainter {
  const root = select(drawing).append('g').attr('class', 'sheet') as unknown as Group;
  const grids = root.append('g');
  const links = root.append('g');
  const boxes = root.append('g');
  const labels = root.append('g');
  const heads = createHeadsPainter(drawing);
  const cursor = root.append('rect').attr('class', 'sheet-cursor').attr('rx', 6).attr('visibility', 'hidden');

  return {
    paint(sheet, durationMs) {
      const size = { width: Math.ceil(sheet.width), height: Math.ceil(sheet.height) };
      putSize(drawing, size, growthOf(drawing.parentElement));
      paintGrids(grids, sheet.grids ?? []);
      paintLinks(links, sheet.links ?? [], durationMs);
      paintBoxes(boxes, sheet.boxes, durationMs);
      paintLabels(labels, sheet.labels ?? [], durationMs);
      heads.paint(sheet.heads ?? null, sheet.width);
    },
    paintCursor(place) {
      const node = cursor.node()!;
      put(node, 'visibility', place === null ? 'hidden' : 'visible');
      if (place === null) return;
      put(node, 'x', String(place.x - 3));
      put(node, 'y', String(place.y - 3));
      put(node, 'width', String(place.width + 6));
      put(node, 'height', String(place.height + 6));
    },
    destroy() {
      root.selectAll('*').interrupt('stand').interrupt('appear').interrupt('size').interrupt('course');
      root.remove();
      heads.destroy();
    },
  };
}

/** The heads are a drawing of their own over the other: it scrolls along as far as they may. */
function createHeadsPainter(drawing: SVGSVGElement) {
  let own: SVGSVGElement | null = null;
  return {
    paint(heads: HeadsMark | null, width: number): void {
      if (heads === null) {
        own?.remove();
        own = null;
        return;
      }
      if (own === null) {
        own = document.createElementNS(drawing.namespaceURI!, 'svg') as SVGSVGElement;
        own.setAttribute('class', 'stage-heads');
        own.setAttribute('aria-hidden', 'true');
        const sheet = select(own).append('g').attr('class', 'sheet');
        sheet.append('rect').attr('class', 'sheet-heads');
        sheet.append('line').attr('class', 'sheet-heads-line');
        drawing.after(own);
      }
      const [ground, line] = own.firstElementChild!.children;
      const bottom = heads.y + heads.height;
      const grown = growthOf(drawing.parentElement);
      putSize(own, { width: Math.ceil(width), height: bottom }, grown);
      own.style.top = `${-heads.y * grown}px`;
      // Hide the scrolled part between the heads and the edge.
      put(ground, 'y', String(heads.y - 4));
      put(ground, 'width', String(width));
      put(ground, 'height', String(heads.height + 2));
      for (const end of ['y1', 'y2']) put(line, end, String(bottom - 2));
      put(line, 'x2', String(width));
      paintTexts(own.firstElementChild as SVGGElement, heads.labels);
    },
    destroy(): void {
      own?.remove();
    },
  };
}

function classesOf(kind: string, mark: { readonly tone?: string; readonly hot?: boolean }): string {
  return `${kind} tone-${mark.tone ?? 'plain'}${mark.hot === true ? ' hot' : ''}`;
}

/** Fades things out; meanwhile nobody can point at them. */
function leave<Node extends BaseType>(
  gone: Selection<Node, unknown, SVGGElement, unknown>,
  durationMs: number,
): void {
  for (const name of ['data-box', 'data-link', 'data-label', 'data-part', 'data-picks'])
    gone.attr(name, null);
  vanish(gone, durationMs);
}

function putOrDrop(node: Element, name: string, value: string | undefined): void {
  if (value === undefined) node.removeAttribute(name);
  else put(node, name, value);
}

function paintBoxes(parent: Group, marks: readonly BoxMark[], durationMs: number): void {
  const joined = parent
    .selectAll<SVGGElement, BoxMark>('g.sheet-box:not(.leaving)')
    .data(marks, (mark) => mark.id);
  leave(joined.exit(), durationMs);
  const entered = joined.enter().append('g');
  entered.append('rect').attr('class', 'sheet-body');
  appear(entered, durationMs);
  entered.each(function (mark) {
    if (mark.enters !== undefined) (this as Standing).standing = mark.enters;
  });
  entered.merge(joined).each(function (mark) {
    put(this, 'class', `${classesOf('sheet-box', mark)} shape-${mark.shape ?? 'rect'}`);
    put(this, 'data-box', mark.id);
    putOrDrop(this, 'data-part', mark.part);
    putOrDrop(this, 'data-picks', mark.picks);
    stand(this, mark, durationMs);
    paintBody(this, mark, durationMs);
    paintShare(this, mark);
    paintTexts(this, mark.texts ?? []);
  });
}

function paintBody(group: SVGGElement, mark: BoxMark, durationMs: number): void {
  const body = group.firstElementChild as SVGRectElement;
  const corner = mark.shape === 'pill' ? mark.height / 2 : Math.min(6, mark.height / 3, mark.width / 3);
  put(body, 'rx', String(corner));
  for (const side of ['width', 'height'] as const) {
    const wanted = String(Math.max(0, mark[side]));
    const now = body.getAttribute(side);
    if (now === wanted) continue;
    if (now === null || durationMs === 0) body.setAttribute(side, wanted);
    else resize(body, side, Number(now), Number(wanted), durationMs);
  }
}

function resize(body: SVGRectElement, side: string, from: number, to: number, durationMs: number): void {
  const between = interpolateNumber(from, to);
  select(body)
    .transition(`size-${side}`)
    .duration(durationMs)
    .ease(easeCubicOut)
    .tween(side, () => (t) => body.setAttribute(side, String(t === 1 ? to : between(t))));
}

/** How full a box is: a bar inside of it. */
function paintShare(group: SVGGElement, mark: BoxMark): void {
  const bar = select(group)
    .selectChildren<SVGRectElement, number>('rect.sheet-share')
    .data(mark.share === undefined ? [] : [mark.share]);
  bar.exit().remove();
  bar
    .enter()
    .insert('rect', 'text')
    .attr('class', 'sheet-share')
    .merge(bar)
    .each(function (share) {
      put(this, 'width', String(Math.max(0, Math.min(1, share)) * mark.width));
      put(this, 'height', String(mark.height));
      put(this, 'rx', String(mark.shape === 'pill' ? mark.height / 2 : Math.min(6, mark.height / 3)));
    });
}

function paintTexts(group: SVGGElement, marks: readonly TextMark[]): void {
  const texts = select(group).selectChildren<SVGTextElement, TextMark>('text').data(marks);
  texts.exit().remove();
  texts
    .enter()
    .append('text')
    .merge(texts)
    .each(function (mark) {
      putText(this, mark);
      put(this, 'x', String(mark.x));
      put(this, 'y', String(mark.y));
    });
}

function putText(node: SVGTextElement, mark: TextMark): void {
  put(node, 'class', `look-${mark.look ?? 'name'}${mark.tone === undefined ? '' : ` tone-${mark.tone}`}`);
  put(node, 'text-anchor', mark.anchor ?? 'start');
  write(node, mark.text);
}

function paintLabels(parent: Group, marks: readonly LabelMark[], durationMs: number): void {
  const joined = parent
    .selectAll<SVGGElement, LabelMark>('g.sheet-label:not(.leaving)')
    .data(marks, (mark) => mark.id);
  leave(joined.exit(), durationMs);
  const entered = joined.enter().append('g');
  entered.append('text');
  appear(entered, durationMs);
  entered.merge(joined).each(function (mark) {
    put(this, 'class', classesOf('sheet-label', mark));
    put(this, 'data-label', mark.id);
    stand(this, mark, durationMs);
    putText(this.firstElementChild as SVGTextElement, mark);
  });
}

/** A line that remembers its ends, also during a movement. */
interface Line extends SVGPathElement {
  ends?: readonly [number, number, number, number];
}

function paintLinks(parent: Group, marks: readonly LinkMark[], durationMs: number): void {
  const joined = parent
    .selectAll<SVGPathElement, LinkMark>('path.sheet-link:not(.leaving)')
    .data(marks, (mark) => mark.id);
  leave(joined.exit(), durationMs);
  const entered = joined.enter().append('path');
  appear(entered, durationMs);
  entered.merge(joined).each(function (mark) {
    put(this, 'class', classesOf('sheet-link', mark));
    put(this, 'data-link', mark.id);
    lead(this as Line, mark, durationMs);
  });
}

function lead(line: Line, mark: LinkMark, durationMs: number): void {
  const wanted = [mark.from.x, mark.from.y, mark.to.x, mark.to.y] as const;
  const from = line.ends;
  const draw = (ends: readonly [number, number, number, number]): void => {
    line.ends = ends;
    put(line, 'd', coursePath(mark, { x: ends[0], y: ends[1] }, { x: ends[2], y: ends[3] }));
  };
  const isThere = from?.every((end, nth) => end === wanted[nth]) === true;
  if (from === undefined || isThere || durationMs === 0) {
    select(line).interrupt('course');
    draw(wanted);
    return;
  }
  const between = from.map((start, nth) => interpolateNumber(start, wanted[nth]));
  select(line)
    .transition('course')
    .duration(durationMs)
    .ease(easeCubicOut)
    .tween('course', () => (t) => {
      draw(t === 1 ? wanted : [between[0](t), between[1](t), between[2](t), between[3](t)]);
    });
}

function paintGrids(parent: Group, marks: readonly GridMark[]): void {
  const joined = parent
    .selectChildren<SVGGElement, GridMark>('g.sheet-grid')
    .data(marks, (mark) => (mark as GridMark).id);
  joined.exit().remove();
  joined
    .enter()
    .append('g')
    .attr('class', 'sheet-grid')
    .merge(joined)
    .each(function (grid) {
      put(this, 'data-grid', grid.id);
      paintCells(this, grid);
    });
}

function paintCells(group: SVGGElement, grid: GridMark): void {
  const taken = new Set(grid.layers.flatMap(({ cells }) => cells));
  const rest: number[] = [];
  for (let cell = 0; cell < grid.count; cell++) if (!taken.has(cell)) rest.push(cell);
  const layers = [{ tone: 'soft', cells: rest as readonly number[] }, ...grid.layers];
  const paths = select(group).selectChildren<SVGPathElement, (typeof layers)[number]>('path').data(layers);
  paths.exit().remove();
  paths
    .enter()
    .append('path')
    .merge(paths)
    .each(function ({ tone, cells }) {
      put(this, 'class', `sheet-cells tone-${tone}`);
      put(this, 'd', cellsPath(grid, cells));
      putOrDrop(this, 'data-cells', cells.length <= listedCells ? cells.join(' ') : undefined);
    });
}

/** Without gaps, cells side by side are one rectangle: thousands of them are painted as fast as a few. */
function cellsPath(grid: GridMark, cells: readonly number[]): string {
  let path = '';
  for (let at = 0; at < cells.length; at++) {
    const { x, y, width, height } = cellBox(grid, cells[at]);
    let length = 1;
    const room = grid.gap > 0 ? 1 : grid.columns - (cells[at] % grid.columns);
    while (length < room && cells[at + length] === cells[at] + length) length++;
    at += length - 1;
    path += `M${x} ${y}h${width * length}v${height}h${-width * length}z`;
  }
  return path;
}
