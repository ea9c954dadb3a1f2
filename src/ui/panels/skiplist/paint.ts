/**
 * Paints marks into the panel's drawing with d3. The painter alone owns every node it creates. A node keeps its
 * identity between pictures by its address, a pointer by its start, and only changed ones move.
 */
import { easeCubicInOut } from 'd3-ease';
import { type Selection, select } from 'd3-selection';
import { formatCount } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import { appear, at, paintRing, put, type Standing, stand, vanish, write } from '../drawing.ts';
import { growthOf, putSize } from '../stage/growth.ts';
import type { Box, Point } from '../stage/sheet.ts';
import { headerX, laneY } from './geometry.ts';
import type {
  BackMark,
  CellMark,
  GhostMark,
  LaneMark,
  LinkMark,
  NodeMark,
  PathMark,
  SkiplistMarks,
} from './layout.ts';
import { cellPart, nodePart } from './parts.ts';
import { skiplistWords } from './words.ts';

type Layer = Selection<SVGGElement, unknown, null, undefined>;

export interface PaintOptions {
  /** How long a movement takes; 0 for none. */
  readonly durationMs: number;
  readonly language: Language;
}

export interface SkiplistPainter {
  paint(marks: SkiplistMarks, options: PaintOptions): void;
  /** Draws the ring of the keyboard cursor around a box; none for null. */
  paintCursor(box: Box | null): void;
  destroy(): void;
}

export function createSkiplistPainter(drawing: SVGSVGElement): SkiplistPainter {
  const svg = select(drawing);
  const layer = (name: string): Layer => svg.append('g').attr('class', `skiplist-${name}`);
  const lanes = layer('lanes');
  const edges = layer('edges');
  const path = layer('path');
  const links = layer('links');
  const back = layer('back');
  const nodes = layer('nodes');
  const cells = layer('cells');
  const ghosts = layer('ghosts');
  const head = layer('head');
  const ring = svg.append('rect').attr('class', 'skiplist-cursor-ring').attr('rx', 7).attr('display', 'none');
  const driver = createDriver(path, head);

  return {
    paint(marks, options) {
      const { sheet } = marks;
      putSize(drawing, sheet, growthOf(drawing.parentElement));
      put(drawing, 'class', `skiplist-drawing${sheet.dense ? ' dense' : ''}`);
      paintLanes(lanes, marks, options);
      paintEdges(edges, marks, options);
      paintLinks(links, marks, options);
      paintBack(back, marks.back, options);
      paintNodes(nodes, marks, options);
      paintCells(cells, marks, options);
      paintGhosts(ghosts, marks, options);
      driver.drive(marks.path, options.durationMs);
    },
    paintCursor(box) {
      paintRing(ring.node()!, box);
    },
    destroy() {
      const all = svg.selectAll('*');
      // A movement is interrupted by its name; left running, it would move an element that is gone.
      for (const movement of ['appear', 'stand', 'stretch', 'drive']) all.interrupt(movement);
      all.remove();
    },
  };
}

/** The names of the lanes and of the rows below them. */
function paintLanes(layer: Layer, marks: SkiplistMarks, options: PaintOptions): void {
  const { sheet } = marks;
  const words = skiplistWords[options.language];
  const groups = layer
    .selectAll<Standing, LaneMark>('g.lane:not(.leaving)')
    .data(marks.lanes, (lane) => lane.level);
  vanish(groups.exit(), options.durationMs);
  const entered = groups.enter().append<Standing>('g').attr('class', 'lane');
  entered.append('text').attr('class', 'lane-name').attr('dominant-baseline', 'central');
  entered.append('text').attr('class', 'lane-nodes').attr('dominant-baseline', 'central');
  appear(entered, options.durationMs);
  const roomy = !sheet.compact && sheet.laneHeight >= 30;
  entered.merge(groups).each(function (lane) {
    put(this, 'class', `lane${lane.hot ? ' hot' : ''}`);
    const [name, nodes] = this.children;
    write(name, sheet.compact ? String(lane.level) : words.level(lane.level));
    put(name, 'y', roomy && lane.nodes !== null ? '-6' : '0');
    put(nodes, 'y', '8');
    write(nodes, roomy && lane.nodes !== null ? words.levelNodes(lane.nodes) : '');
    stand(this, { x: 0, y: lane.y }, options.durationMs);
  });

  const bottom = marks.nodes[0] ?? marks.ghosts[0] ?? null;
  const rows = [
    { id: 'score', y: sheet.scoreY, text: sheet.dense ? '' : words.score },
    { id: 'rank', y: sheet.rankY, text: words.rank },
  ];
  const texts = layer
    .selectAll<SVGTextElement, (typeof rows)[number]>('text.row-name')
    .data(bottom === null ? [] : rows, (row) => row.id);
  texts.exit().remove();
  texts
    .enter()
    .append('text')
    .attr('class', 'row-name')
    .attr('dominant-baseline', 'central')
    .merge(texts)
    .each(function (row) {
      put(this, 'y', String(row.y));
      write(this, row.text);
    });
}

/** The header's name, the ends of the lanes and how many nodes are left out. */
function paintEdges(layer: Layer, marks: SkiplistMarks, options: PaintOptions): void {
  const { sheet, leftOut, lanes } = marks;
  const words = skiplistWords[options.language];
  const texts: { id: string; kind: string; x: number; y: number; text: string }[] = [];
  const rowY = sheet.lanesBottom + 4 + sheet.boxHeight / 2;
  const countY = sheet.compact ? sheet.scoreY : rowY;
  texts.push({ id: 'header', kind: 'header-name', x: headerX(sheet), y: rowY, text: words.header });
  const count = (nodes: number) =>
    sheet.compact ? `+${formatCount(nodes, options.language)}` : words.leftOut(nodes);
  if (sheet.leftOutX !== null) {
    texts.push({ id: 'before', kind: 'left-out', x: sheet.leftOutX, y: countY, text: count(leftOut.before) });
    for (const lane of lanes) {
      texts.push({
        id: `before:${lane.level}`,
        kind: 'left-out-dots',
        x: sheet.leftOutX,
        y: lane.y,
        text: '⋯',
      });
    }
  }
  const endX = sheet.endX + sheet.endWidth / 2;
  if (leftOut.after > 0)
    texts.push({ id: 'after', kind: 'left-out', x: endX, y: countY, text: count(leftOut.after) });
  for (const link of marks.links) {
    if (link.isEnd) {
      texts.push({
        id: `end:${link.level}`,
        kind: 'null',
        x: sheet.endX + 8,
        y: laneY(sheet, link.level),
        text: 'NULL',
      });
    } else if (link.beyondRank > 0) {
      texts.push({
        id: `end:${link.level}`,
        kind: 'beyond',
        x: link.x2 + 4,
        y: laneY(sheet, link.level),
        text: String(link.beyondRank),
      });
    }
  }
  const elements = layer
    .selectAll<SVGTextElement, (typeof texts)[number]>('text')
    .data(texts, (text) => text.id);
  elements.exit().remove();
  elements
    .enter()
    .append('text')
    .attr('dominant-baseline', 'central')
    .merge(elements)
    .each(function (text) {
      put(this, 'class', text.kind);
      put(this, 'x', String(text.x));
      put(this, 'y', String(text.y));
      write(this, text.text);
    });
}

interface Ends {
  readonly x1: number;
  readonly x2: number;
  readonly y: number;
}

/** A pointer that remembers its place, also while it is being stretched. */
interface Stretched extends SVGGElement {
  lies?: Ends;
}

function paintLinks(layer: Layer, marks: SkiplistMarks, options: PaintOptions): void {
  const groups = layer
    .selectAll<Stretched, LinkMark>('g.pointer:not(.leaving)')
    .data(marks.links, (link) => link.id);
  vanish(groups.exit(), options.durationMs);
  const entered = groups.enter().append<Stretched>('g').attr('class', 'pointer');
  entered.append('path').attr('class', 'pointer-line');
  entered.append('path').attr('class', 'pointer-head');
  const span = entered.append('g').attr('class', 'span');
  span.append('rect').attr('class', 'span-back').attr('rx', 4).attr('height', 14).attr('y', -7);
  span.append('text').attr('text-anchor', 'middle').attr('dominant-baseline', 'central');
  appear(entered, options.durationMs);
  entered.merge(groups).each(function (link) {
    const kinds = [
      link.isEnd ? ' end' : '',
      link.hot ? ' hot' : '',
      link.fresh ? ' fresh' : '',
      link.respanned ? ' respanned' : '',
    ];
    put(this, 'class', `pointer${kinds.join('')}`);
    put(this, 'data-pointer', link.id);
    const label = this.children[2];
    const width = link.label.length * 6.6 + (link.respanned ? 10 : 5);
    put(label.children[0], 'x', String(-width / 2));
    put(label.children[0], 'width', String(link.label === '' ? 0 : width));
    write(label.children[1], link.label);
    if ((link.hot || link.fresh || link.respanned) && this.nextSibling !== null) {
      this.parentNode?.appendChild(this);
    }
    stretch(this, link, options.durationMs);
  });
}

/** Brings both ends of a pointer to their places. */
function stretch(group: Stretched, { x1, x2, y }: Ends, durationMs: number): void {
  const from = group.lies;
  const to = { x1, x2, y };
  if (from !== undefined && from.x1 === x1 && from.x2 === x2 && from.y === y) return;
  const node = select(group);
  if (from === undefined || durationMs === 0) {
    node.interrupt('stretch');
    lay(group, to);
    return;
  }
  node
    .transition('stretch')
    .duration(durationMs)
    .ease(easeCubicInOut)
    .tween('stretch', () => (t) => {
      const mix = (a: number, b: number) => a + (b - a) * t;
      lay(group, t === 1 ? to : { x1: mix(from.x1, x1), x2: mix(from.x2, x2), y: mix(from.y, y) });
    });
}

function lay(group: Stretched, ends: Ends): void {
  group.lies = ends;
  const { x1, x2, y } = ends;
  const [line, head, span] = group.children;
  line.setAttribute('d', `M${x1} ${y}H${Math.max(x1, x2 - 1)}`);
  head.setAttribute('d', `M${x2 - 5} ${y - 3.5}L${x2} ${y}L${x2 - 5} ${y + 3.5}`);
  span.setAttribute('transform', at((x1 + x2) / 2 - 2, y - 8));
}

function paintBack(layer: Layer, marks: readonly BackMark[], options: PaintOptions): void {
  const paths = layer
    .selectAll<SVGPathElement, BackMark>('path.back:not(.leaving)')
    .data(marks, (mark) => mark.id);
  paths.exit().interrupt('appear').remove();
  const entered = paths.enter().append('path');
  appear(entered, options.durationMs);
  entered.merge(paths).each(function ({ x1, x2, y, hot }) {
    put(this, 'class', `back${hot ? ' hot' : ''}`);
    put(this, 'd', `M${x1} ${y}H${x2 + 1}M${x2 + 4.5} ${y - 3}L${x2 + 1} ${y}L${x2 + 4.5} ${y + 3}`);
  });
}

function paintNodes(layer: Layer, marks: SkiplistMarks, options: PaintOptions): void {
  const { sheet } = marks;
  const groups = layer
    .selectAll<Standing, NodeMark>('g.node:not(.leaving)')
    .data(marks.nodes, (node) => node.address);
  const goneAsGhost = marks.ghosts.some(({ id }) => id === 'gone');
  vanish(groups.exit(), goneAsGhost ? 0 : options.durationMs);
  const entered = groups.enter().append<Standing>('g').attr('class', 'node');
  entered.append('line').attr('class', 'spine');
  entered.append('rect').attr('class', 'node-box').attr('y', 0).attr('rx', 6);
  const text = (name: string) =>
    entered
      .append('text')
      .attr('class', name)
      .attr('text-anchor', 'middle')
      .attr('dominant-baseline', 'central');
  text('node-member');
  text('node-score');
  text('node-rank');
  appear(entered, options.durationMs);
  entered.merge(groups).each(function (node) {
    put(this, 'class', `node${node.hot ? ' hot' : ''}${node.taken ? ' taken' : ''}`);
    put(this, 'data-node', String(node.address));
    put(this, 'data-part', nodePart(node.address));
    put(this, 'data-rank', String(node.rank));
    const [spine, box, member, score, rank] = this.children;
    put(spine, 'y1', String(node.top - node.y));
    put(spine, 'y2', '0');
    put(box, 'x', String(-node.width / 2));
    put(box, 'width', String(node.width));
    put(box, 'height', String(node.height));
    put(member, 'y', String(node.height / 2));
    put(member, 'font-size', String(sheet.fontSize));
    write(member, node.label);
    put(score, 'y', String(sheet.scoreY - node.y));
    // Without room for names, a touched node still shows its own.
    write(score, sheet.dense && node.hot ? node.member : node.score);
    put(rank, 'y', String(sheet.rankY - node.y));
    write(rank, sheet.dense && !node.hot ? rareRank(node.rank) : String(node.rank));
    paintCue(this, node.cue, node.width, sheet.columnWidth);
    stand(this, { x: node.middle, y: node.y }, options.durationMs);
  });
}

/** In narrow columns only every eighth rank is written. */
function rareRank(rank: number): string {
  return rank % 8 === 0 ? String(rank) : '';
}

/** The round sign at a corner of a touched node; in narrow columns it is small and clear of the name. */
function paintCue(group: SVGGElement, cue: string, width: number, columnWidth: number): void {
  const present = group.querySelector('.cue');
  if (cue === '') {
    present?.remove();
    return;
  }
  const sign =
    present === null ? select(group).append('g').attr('class', 'cue') : select<Element, unknown>(present);
  if (present === null) {
    sign.append('circle');
    sign.append('text').attr('dominant-baseline', 'central').attr('text-anchor', 'middle').attr('y', 0.5);
  }
  const small = columnWidth < 44;
  sign.attr('transform', small ? at(width / 2 - 1, -3) : at(width / 2 - 2, 1));
  sign.select('circle').attr('r', small ? 5 : 7);
  sign
    .select('text')
    .attr('font-size', small ? 8.5 : 11)
    .text(cue);
}

function paintCells(layer: Layer, marks: SkiplistMarks, options: PaintOptions): void {
  const groups = layer
    .selectAll<Standing, CellMark>('g.cell:not(.leaving)')
    .data(marks.cells, (cell) => cell.id);
  vanish(groups.exit(), options.durationMs);
  const entered = groups.enter().append<Standing>('g').attr('class', 'cell');
  entered.append('rect').attr('class', 'cell-box').attr('rx', 4);
  entered.append('circle').attr('class', 'cell-dot').attr('r', 2);
  appear(entered, options.durationMs);
  entered.merge(groups).each(function (cell) {
    const kinds = `${cell.header ? ' header' : ''}${cell.hot ? ' hot' : ''}${cell.tooFar ? ' too-far' : ''}`;
    put(this, 'class', `cell${kinds}`);
    put(this, 'data-cell', cell.id);
    put(this, 'data-part', cellPart(cell.address, cell.level, cell.header));
    const [rect, dot] = this.children;
    put(rect, 'width', String(cell.width));
    put(rect, 'height', String(cell.height));
    put(dot, 'cx', String(cell.width / 2));
    put(dot, 'cy', String(cell.height / 2));
    stand(this, { x: cell.x, y: cell.y }, options.durationMs);
  });
}

function paintGhosts(layer: Layer, marks: SkiplistMarks, options: PaintOptions): void {
  const groups = layer
    .selectAll<SVGGElement, GhostMark>('g.ghost:not(.leaving)')
    .data(marks.ghosts, (ghost) => ghost.id);
  groups.exit().interrupt('appear').remove();
  const entered = groups.enter().append('g').attr('class', 'ghost');
  appear(entered, options.durationMs);
  entered.merge(groups).each(function (ghost) {
    put(this, 'transform', at(ghost.middle, ghost.y));
    const group = select<SVGGElement, unknown>(this);
    const boxes = [
      { x: -ghost.width / 2, y: 0, width: ghost.width, height: ghost.height },
      ...ghost.cells.map((cell) => ({ ...cell, x: cell.x - ghost.middle, y: cell.y - ghost.y })),
    ];
    const rects = group.selectAll<SVGRectElement, Box>('rect').data(boxes);
    rects.exit().remove();
    rects
      .enter()
      .append('rect')
      .attr('class', 'ghost-box')
      .attr('rx', 5)
      .merge(rects)
      .each(function (box) {
        put(this, 'x', String(box.x));
        put(this, 'y', String(box.y));
        put(this, 'width', String(box.width));
        put(this, 'height', String(box.height));
      });
    const label = group.selectAll<SVGTextElement, string>('text.ghost-member').data([ghost.label]);
    label
      .enter()
      .append('text')
      .attr('class', 'ghost-member')
      .attr('text-anchor', 'middle')
      .attr('dominant-baseline', 'central')
      .merge(label)
      .attr('y', ghost.height / 2)
      .attr('font-size', marks.sheet.fontSize)
      .text((text) => text);
    paintCue(this, ghost.cue, ghost.width, marks.sheet.columnWidth);
  });
}

/** Moves the head of the search from stop to stop, and draws the path behind it. */
function createDriver(pathLayer: Layer, headLayer: Layer) {
  const line = pathLayer.append('path').attr('class', 'path').attr('display', 'none');
  const head = headLayer.append('circle').attr('class', 'search-head').attr('r', 5.5).attr('display', 'none');
  let shown: readonly Point[] = [];

  const draw = (points: readonly Point[], tip: Point) => {
    const way = [...points.slice(0, -1), tip];
    line.attr('d', way.map(({ x, y }, nth) => `${nth === 0 ? 'M' : 'L'}${x} ${y}`).join(''));
    head.attr('cx', tip.x).attr('cy', tip.y);
  };

  return {
    drive(path: PathMark | null, durationMs: number): void {
      head.interrupt('drive');
      if (path === null) {
        line.attr('display', 'none');
        head.attr('display', 'none');
        shown = [];
        return;
      }
      line.attr('display', null).classed('past', path.past);
      head.attr('display', path.past ? 'none' : null);
      const { points } = path;
      const last = points[points.length - 1];
      // Animate only a path that continues the last one; another search starts at its beginning.
      const goesOn =
        points.length === shown.length + 1 &&
        shown.every(({ x, y }, nth) => points[nth].x === x && points[nth].y === y);
      const from = goesOn ? shown[shown.length - 1] : undefined;
      shown = points;
      if (from === undefined || durationMs === 0) {
        draw(points, last);
        return;
      }
      head
        .transition('drive')
        .duration(durationMs)
        .ease(easeCubicInOut)
        .tween('drive', () => (t) => {
          const tip = { x: from.x + (last.x - from.x) * t, y: from.y + (last.y - from.y) * t };
          draw(points, t === 1 ? last : tip);
        });
    },
  };
}
