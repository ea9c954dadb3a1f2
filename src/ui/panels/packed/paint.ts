/**
 * Paints bytes into the panel's drawing with d3. The painter alone owns every node it creates. A byte keeps its element
 * from picture to picture, wherever it has moved.
 */

import type { Selection } from 'd3-selection';
import { select } from 'd3-selection';
import 'd3-transition';
import { appear, at, paintRing, put, type Standing, stand, vanish, write } from '../drawing.ts';
import type { Box } from '../stage/sheet.ts';
import type { CellMark, FoldMark, PackedMarks, RowMark, SegmentMark, SpareMark } from './layout.ts';
import type { Origins } from './origin.ts';

type Layer = Selection<SVGGElement, unknown, null, undefined>;

export interface PaintOptions {
  /** How long a movement takes; 0 for none. */
  readonly durationMs: number;
  /** Maps the offsets of this picture to those of the picture painted now. Null if they are other bytes. */
  readonly origins: Origins | null;
  /** The caption of unused bytes that are only counted. */
  readonly spareLabel: (count: number) => string;
}

export interface PackedPainter {
  paint(marks: PackedMarks, options: PaintOptions): void;
  /** Draws the ring of the keyboard cursor around a box; none for null. */
  paintCursor(box: Box | null): void;
  /** Highlights the entry under the pointer or the cursor; none for null. */
  markEntry(entry: number | null): void;
  destroy(): void;
}

/** With more bytes than this nothing moves: nobody could follow, and the page would stutter. */
const mostTravelling = 700;
const cueRadius = 7;

export function createPackedPainter(drawing: SVGSVGElement): PackedPainter {
  const svg = select(drawing);
  const layer = (name: string): Layer => svg.append('g').attr('class', `packed-${name}`);
  const rows = layer('rows');
  const spares = layer('spares');
  const cells = layer('cells');
  const folds = layer('folds');
  const segments = layer('segments');
  const cuts = layer('cuts');
  const cues = layer('cues');
  const ring = layer('cursor').append('rect').attr('rx', 7).attr('class', 'packed-cursor-ring');
  ring.attr('display', 'none');

  /** The element of the byte at an offset of the picture painted last. */
  let identities = new Map<number, number>();
  let drawnId = 0;
  let marked: number | null = null;

  /** Gives every byte its old element, from before it moved, or a new one. */
  function identify(marks: PackedMarks, origins: Origins | null): void {
    const next = new Map<number, number>();
    for (const { offset } of marks.cells) {
      const origin = origins?.get(offset);
      const known = origin === undefined ? undefined : identities.get(origin);
      next.set(offset, known ?? ++drawnId);
    }
    identities = next;
  }

  return {
    paint(marks, options) {
      svg
        .attr('width', marks.width)
        .attr('height', marks.height)
        .attr('viewBox', `0 0 ${marks.width} ${marks.height}`)
        .classed('is-ghost', marks.ghost);
      identify(marks, options.origins);
      const durationMs = marks.cells.length > mostTravelling ? 0 : options.durationMs;
      const identity = (offset: number) => identities.get(offset) ?? -1 - offset;
      paintRows(rows, marks.rows, marks.grid.gutter);
      paintCells(cells, marks, identity, durationMs);
      paintSegments(segments, marks, identity, durationMs, marked);
      paintFolds(folds, marks.folds);
      paintSpares(spares, marks.spares, options.spareLabel);
      paintCut(cuts, marks, durationMs);
      paintCue(cues, marks);
    },
    paintCursor(box) {
      paintRing(ring.node()!, box, { x: 1, y: 2 });
    },
    markEntry(entry) {
      marked = entry;
      segments
        .selectAll<SVGGElement, SegmentMark>('g.segment')
        .classed('near', (mark) => entry !== null && mark.entry === entry);
    },
    destroy() {
      svg.selectAll('*').interrupt('stand').interrupt('appear').remove();
    },
  };
}

function paintRows(layer: Layer, marks: readonly RowMark[], gutter: number): void {
  const texts = layer.selectAll<SVGTextElement, RowMark>('text').data(marks, (_, nth) => nth);
  texts.exit().remove();
  texts
    .enter()
    .append('text')
    .attr('text-anchor', 'end')
    .attr('dominant-baseline', 'central')
    .merge(texts)
    .each(function (mark) {
      put(this, 'x', String(gutter - 8));
      put(this, 'y', String(mark.y + 13));
      write(this, String(mark.offset));
    });
}

function paintCells(
  layer: Layer,
  marks: PackedMarks,
  identity: (offset: number) => number,
  durationMs: number,
): void {
  const groups = layer
    .selectAll<Standing, CellMark>('g.cell:not(.leaving)')
    .data(marks.cells, function (this: unknown, mark) {
      return identityKey(this, mark, identity);
    });
  vanish(groups.exit(), durationMs);
  const entered = groups.enter().append<Standing>('g').attr('class', 'cell');
  entered.append('rect').attr('class', 'cell-box');
  entered.append('text').attr('class', 'hex').attr('text-anchor', 'middle');
  entered.append('text').attr('class', 'character').attr('text-anchor', 'middle');
  appear(entered, durationMs);
  const { fontSize, captionSize } = marks.grid;
  const apply = function (this: Standing, mark: CellMark): void {
    this.dataset.identity = String(identity(mark.offset));
    put(this, 'class', `cell ${mark.role}${mark.hot ? ' hot' : ''}${mark.changed ? ' changed' : ''}`);
    put(this, 'data-offset', String(mark.offset));
    put(this, 'data-part', bytePart(mark.offset));
    const [rect, hex, character] = this.children;
    const left = mark.begins ? 1.5 : 0;
    const right = mark.ends ? 1.5 : 0;
    put(rect, 'x', String(left));
    put(rect, 'width', String(mark.width - left - right));
    put(rect, 'height', String(mark.height));
    put(hex, 'x', String(mark.width / 2));
    put(hex, 'y', '16');
    put(hex, 'font-size', String(fontSize));
    write(hex, mark.hex);
    put(character, 'x', String(mark.width / 2));
    put(character, 'y', '31');
    put(character, 'font-size', String(captionSize + 0.5));
    write(character, mark.character);
    stand(this, mark, durationMs);
  };
  entered.each(function (mark) {
    // New bytes come in from above, where nothing was.
    if (mark.hot && durationMs > 0) this.standing = { x: mark.x, y: mark.y - 14 };
    apply.call(this, mark);
  });
  groups.each(apply);
}

/** Elements on the page carry their identity; marks receive theirs. */
function identityKey(node: unknown, mark: CellMark, identity: (offset: number) => number): string {
  if (node instanceof SVGElement && node.dataset.identity !== undefined) return node.dataset.identity;
  return String(identity(mark.offset));
}

function paintSegments(
  layer: Layer,
  marks: PackedMarks,
  identity: (offset: number) => number,
  durationMs: number,
  marked: number | null,
): void {
  const groups = layer
    .selectAll<Standing, SegmentMark>('g.segment:not(.leaving)')
    .data(marks.segments, function (this: unknown, mark) {
      if (this instanceof SVGElement && this.dataset.identity !== undefined) return this.dataset.identity;
      return `${mark.role}${identity(mark.offset)}`;
    });
  groups.exit().interrupt('stand').interrupt('appear').remove();
  const entered = groups.enter().append<Standing>('g').attr('class', 'segment');
  entered.append('rect').attr('class', 'segment-box').attr('rx', 4);
  entered.append('text').attr('class', 'caption').attr('text-anchor', 'middle').attr('y', 31);
  appear(entered, durationMs);
  const apply = function (this: Standing, mark: SegmentMark): void {
    this.dataset.identity = `${mark.role}${identity(mark.offset)}`;
    const near = marked !== null && mark.entry === marked ? ' near' : '';
    const flags = `${mark.hot ? ' hot' : ''}${mark.stale ? ' stale' : ''}${near}`;
    put(this, 'class', `segment ${mark.role}${flags}`);
    put(this, 'data-entry', String(mark.entry));
    const [rect, text] = this.children;
    put(rect, 'x', '1.5');
    put(rect, 'width', String(Math.max(1, mark.width - 3)));
    put(rect, 'height', String(mark.height));
    put(text, 'x', String(mark.width / 2));
    put(text, 'font-size', String(marks.grid.captionSize));
    write(text, mark.caption);
    stand(this, mark, durationMs);
  };
  entered.each(apply);
  groups.each(apply);
}

function paintFolds(layer: Layer, marks: readonly FoldMark[]): void {
  const groups = layer
    .selectAll<SVGGElement, FoldMark>('g.fold')
    .data(marks, (mark) => `${mark.entry}:${mark.spanOffset}`);
  groups.exit().remove();
  const entered = groups.enter().append('g').attr('class', 'fold');
  entered.append('rect').attr('class', 'fold-box');
  entered.append('text').attr('class', 'fold-dots').attr('text-anchor', 'middle').attr('y', 16).text('⋯');
  entered.append('text').attr('class', 'fold-count').attr('text-anchor', 'middle').attr('y', 31);
  entered.merge(groups).each(function (mark) {
    put(this, 'class', `fold${mark.hot ? ' hot' : ''}`);
    put(this, 'transform', at(mark.x, mark.y));
    put(this, 'data-fold', String(mark.spanOffset));
    put(this, 'data-offset', String(mark.offset));
    const [rect, dots, count] = this.children;
    put(rect, 'width', String(mark.width));
    put(rect, 'height', String(mark.height));
    put(dots, 'x', String(mark.width / 2));
    put(count, 'x', String(mark.width / 2));
    write(count, `+${mark.count}`);
  });
}

function paintSpares(layer: Layer, marks: readonly SpareMark[], label: (count: number) => string): void {
  const groups = layer.selectAll<SVGGElement, SpareMark>('g.spare').data(marks, (_, nth) => nth);
  groups.exit().remove();
  const entered = groups.enter().append('g');
  entered.append('rect').attr('class', 'spare-box').attr('rx', 4);
  entered
    .append('text')
    .attr('class', 'spare-count')
    .attr('text-anchor', 'middle')
    .attr('dominant-baseline', 'central');
  entered.merge(groups).each(function (mark) {
    put(this, 'class', `spare${mark.hot ? ' hot' : ''}`);
    put(this, 'transform', at(mark.x, mark.y));
    put(this, 'data-offset', String(mark.offset));
    const [rect, text] = this.children;
    put(rect, 'x', '1.5');
    put(rect, 'width', String(mark.width - 3));
    put(rect, 'height', String(mark.height));
    put(text, 'x', String(mark.width / 2));
    put(text, 'y', String(mark.height / 2));
    write(text, mark.count > 1 ? label(mark.count) : '');
  });
}

function paintCut(layer: Layer, { cut }: PackedMarks, durationMs: number): void {
  layer.selectAll('*').interrupt('appear').remove();
  if (cut === null) return;
  const group = layer.append('g').attr('class', 'cut').attr('transform', at(cut.x, cut.y));
  group
    .append('line')
    .attr('y1', -4)
    .attr('y2', cut.height + 4);
  group
    .append('rect')
    .attr('class', 'cut-box')
    .attr('x', -17)
    .attr('y', -10)
    .attr('width', 34)
    .attr('height', 15)
    .attr('rx', 7.5);
  group
    .append('text')
    .attr('class', 'cut-count')
    .attr('text-anchor', 'middle')
    .attr('y', 1.5)
    .text(`−${cut.bytes}`);
  appear(group, durationMs);
}

function paintCue(layer: Layer, { cue }: PackedMarks): void {
  const groups = layer.selectAll<SVGGElement, unknown>('g.cue').data(cue === null ? [] : [cue]);
  groups.exit().remove();
  const entered = groups.enter().append('g').attr('class', 'cue');
  entered.append('circle').attr('r', cueRadius);
  entered
    .append('text')
    .attr('class', 'cue-sign')
    .attr('dominant-baseline', 'central')
    .attr('text-anchor', 'middle')
    .attr('y', 0.5);
  entered.merge(groups).each(function (mark) {
    put(this, 'transform', at(mark.x, mark.y));
    write(this.children[1], mark.sign);
  });
}

/** The part of the view for a byte, in the words of protocol/parts.ts. */
export function bytePart(offset: number): string {
  return `value.block.bytes.${offset}`;
}
