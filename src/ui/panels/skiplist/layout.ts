/**
 * From a snapshot of a skiplist to marks on a sheet. The view alone says where a node is and where its pointers lead;
 * the step and the walk that led to it only add highlights. `before` is the snapshot one moment earlier: it says what
 * stood in the place of a node that has just left.
 */
import type { Step } from '../../../protocol/steps.ts';
import type { SkiplistLinkView, SkiplistNodesView, SkiplistNodeView } from '../../../protocol/views.ts';
import { columnsOf, cutToColumns, nameInLabel } from '../label.ts';
import type { Box, Point, Size } from '../stage/sheet.ts';
import {
  cellBox,
  columnX,
  headerX,
  laneY,
  memberBox,
  placeSheet,
  type Sheet,
  textColumns,
} from './geometry.ts';
import type { Walk } from './search.ts';

/** The sign that repeats a colour as a shape: equal, new, gone, changed, taken. */
export type Cue = '=' | '+' | '−' | '~' | '✓' | '';

export interface LaneMark {
  readonly level: number;
  readonly y: number;
  /** Nodes on it; null if they are not counted. */
  readonly nodes: number | null;
  readonly hot: boolean;
}

export interface CellMark extends Box {
  readonly id: string;
  /** The node's address, or the header's. */
  readonly address: number;
  readonly level: number;
  readonly header: boolean;
  readonly hot: boolean;
  /** Compared, and found to be too far. */
  readonly tooFar: boolean;
}

export interface NodeMark extends Box {
  readonly address: number;
  readonly rank: number;
  readonly member: string;
  readonly label: string;
  readonly score: string;
  readonly levels: number;
  /** The middle of the tower, and where it begins. */
  readonly middle: number;
  readonly top: number;
  readonly hot: boolean;
  /** It goes into the reply. */
  readonly taken: boolean;
  readonly cue: Cue;
}

export interface LinkMark {
  readonly id: string;
  readonly level: number;
  readonly x1: number;
  readonly x2: number;
  readonly y: number;
  /** The text above it; empty if there is no room. */
  readonly label: string;
  /** It leads nowhere. */
  readonly isEnd: boolean;
  /** The rank it leads to, beyond the window; 0 if its end is shown. */
  readonly beyondRank: number;
  readonly hot: boolean;
  /** It was made by this step. */
  readonly fresh: boolean;
  /** It passes above a node that came or went: its span changed. */
  readonly respanned: boolean;
}

export interface BackMark {
  readonly id: string;
  readonly x1: number;
  readonly x2: number;
  readonly y: number;
  readonly hot: boolean;
}

/** A dashed tower: where a node was a moment ago, or where one is about to be. */
export interface GhostMark extends Box {
  readonly id: string;
  readonly label: string;
  readonly middle: number;
  readonly cells: readonly Box[];
  readonly cue: Cue;
}

export interface PathMark {
  /** From the header to where the search stands. */
  readonly points: readonly Point[];
  /** The search is over; its path only stays in sight. */
  readonly past: boolean;
}

export interface SkiplistMarks {
  readonly sheet: Sheet;
  readonly lanes: readonly LaneMark[];
  readonly cells: readonly CellMark[];
  readonly nodes: readonly NodeMark[];
  readonly links: readonly LinkMark[];
  readonly back: readonly BackMark[];
  readonly ghosts: readonly GhostMark[];
  readonly path: PathMark | null;
  /** Nodes left out before and after the window. */
  readonly leftOut: { readonly before: number; readonly after: number };
  /** The place to keep in sight. */
  readonly focus: Box | null;
}

export interface Situation {
  readonly view: SkiplistNodesView;
  readonly length: number;
  /** The step of this list, or one of its dict; null for any other. */
  readonly step: Step | null;
  readonly walk: Walk;
  readonly before: SkiplistNodesView | null;
}

/** A column: a node, or a place reserved for one. */
interface Column {
  readonly node: SkiplistNodeView | null;
  readonly ghost: {
    readonly id: string;
    readonly member: string;
    readonly levels: number;
    readonly cue: Cue;
  } | null;
}

/** A link shorter than this has no room for its span. */
const shortestLabelled = 14;

export function layoutSkiplist(situation: Situation, size: Size): SkiplistMarks {
  const { view, length, step } = situation;
  const columns = columnsFor(situation);
  const leftOut = { before: view.from, after: length - view.from - view.nodes.length };
  const levels = Math.max(view.level, ...columns.map(({ ghost }) => ghost?.levels ?? 0));
  const sheet = placeSheet(size, {
    nodes: view.nodes.length,
    columns: columns.length,
    levels,
    widestText: widestText(columns),
    ...leftOut,
  });
  const places = placesOf(sheet, view, columns);
  const nodes = nodeMarks(situation, sheet, columns);
  const ghosts = ghostMarks(sheet, columns);
  const cells = cellMarks(situation, sheet, places);
  const links = linkMarks(situation, sheet, places);
  const path = pathMark(situation, places, levels);
  const head = path === null || path.past ? null : path.points[path.points.length - 1];
  return {
    sheet,
    lanes: laneMarks(view, levels, sheet, step),
    cells,
    nodes,
    links,
    back: backMarks(sheet, nodes, step),
    ghosts,
    path,
    leftOut,
    focus:
      nodes.find((node) => node.hot) ??
      ghosts[0] ??
      (head === null ? null : { x: head.x - 20, y: head.y - 12, width: 40, height: 24 }) ??
      null,
  };
}

/** The nodes of the window, with a place for the one that comes next or has just gone. */
function columnsFor({ view, step, walk, before }: Situation): Column[] {
  const columns: Column[] = view.nodes.map((node) => ({ node, ghost: null }));
  if (step?.type === 'skiplist.draw' && walk.search !== null) {
    const { stops } = walk.search;
    const rank = stops[stops.length - 1].rank;
    keep(columns, rank - view.from, {
      id: 'coming',
      member: step.member,
      levels: step.levels,
      cue: '+',
    });
  }
  if (step?.type === 'skiplist.remove') {
    const gone = before?.nodes.find(({ address }) => address === step.node);
    if (gone !== undefined && !view.nodes.some(({ address }) => address === step.node)) {
      const place = gone.rank - 1 - view.from;
      keep(columns, place, { id: 'gone', member: gone.member, levels: gone.links.length, cue: '−' });
    }
  }
  return columns;
}

function keep(columns: Column[], place: number, ghost: NonNullable<Column['ghost']>): void {
  if (place >= 0 && place <= columns.length) columns.splice(place, 0, { node: null, ghost });
}

function widestText(columns: readonly Column[]): number {
  let widest = 0;
  for (const { node, ghost } of columns) {
    widest = Math.max(widest, columnsOf(node?.member ?? ghost?.member ?? ''));
    // A long score is cut before it makes everything wide.
    widest = Math.max(widest, Math.min(8, node?.score.length ?? 0));
  }
  return widest;
}

/** Where the middle of a tower is, by address and by rank. */
interface Places {
  readonly sheet: Sheet;
  readonly byAddress: ReadonlyMap<number, number>;
  /** Also for nodes that are not shown: in the place of the omitted ones. */
  atRank(rank: number): number;
}

function placesOf(sheet: Sheet, view: SkiplistNodesView, columns: readonly Column[]): Places {
  const byAddress = new Map<number, number>([[view.header.address, headerX(sheet)]]);
  const byRank = new Map<number, number>([[0, headerX(sheet)]]);
  columns.forEach(({ node }, column) => {
    if (node === null) return;
    const x = columnX(sheet, column);
    byAddress.set(node.address, x);
    byRank.set(node.rank, x);
  });
  return {
    sheet,
    byAddress,
    atRank: (rank) =>
      byRank.get(rank) ??
      (rank <= view.from ? (sheet.leftOutX ?? headerX(sheet)) : sheet.endX + sheet.endWidth / 2),
  };
}

function laneMarks(view: SkiplistNodesView, levels: number, sheet: Sheet, step: Step | null): LaneMark[] {
  const hot = step?.type === 'skiplist.hop' || step?.type === 'skiplist.down' ? step.level : -1;
  return Array.from({ length: levels }, (_, level) => ({
    level,
    y: laneY(sheet, level),
    nodes: level < view.level ? view.nodesOnLevel[level] : 0,
    hot: level === hot,
  }));
}

/** The node of a step, and its sign. */
function touched({ view, step }: Situation): { readonly address: number; readonly cue: Cue } | null {
  switch (step?.type) {
    case 'skiplist.hop':
      return { address: step.to, cue: '' };
    case 'skiplist.insert':
      return { address: step.node, cue: '+' };
    case 'skiplist.score':
      return { address: step.node, cue: '~' };
    case 'skiplist.visit':
      return { address: step.node, cue: '✓' };
    case 'dict.walk': {
      const found = step.match ? view.nodes.find(({ member }) => member === step.key) : undefined;
      return found === undefined ? null : { address: found.address, cue: '=' };
    }
    default:
      return null;
  }
}

function nodeMarks(situation: Situation, sheet: Sheet, columns: readonly Column[]): NodeMark[] {
  const { walk } = situation;
  const hot = touched(situation);
  const taken = new Set(walk.visits.map(({ node }) => node));
  const room = textColumns(sheet);
  const marks: NodeMark[] = [];
  columns.forEach(({ node }, column) => {
    if (node === null) return;
    const middle = columnX(sheet, column);
    const isHot = hot?.address === node.address;
    const isTaken = taken.has(node.address);
    marks.push({
      address: node.address,
      rank: node.rank,
      ...memberBox(sheet, middle),
      member: node.member,
      label: sheet.dense ? '' : cutToColumns(nameInLabel(node.member), room),
      score: sheet.dense ? '' : cutToColumns(node.score, Math.max(3, room)),
      levels: node.links.length,
      middle,
      top: laneY(sheet, node.links.length - 1),
      hot: isHot,
      taken: isTaken,
      cue: isHot ? hot.cue : isTaken ? '✓' : '',
    });
  });
  return marks;
}

function ghostMarks(sheet: Sheet, columns: readonly Column[]): GhostMark[] {
  const marks: GhostMark[] = [];
  columns.forEach(({ ghost }, column) => {
    if (ghost === null) return;
    const middle = columnX(sheet, column);
    marks.push({
      id: ghost.id,
      ...memberBox(sheet, middle),
      label: sheet.dense ? '' : cutToColumns(nameInLabel(ghost.member), textColumns(sheet)),
      middle,
      cells: Array.from({ length: ghost.levels }, (_, level) => cellBox(sheet, middle, level)),
      cue: ghost.cue,
    });
  });
  return marks;
}

function cellMarks({ view, step, walk }: Situation, sheet: Sheet, places: Places): CellMark[] {
  const stops = walk.search?.stops ?? [];
  const head = stops[stops.length - 1];
  const moving = step?.type === 'skiplist.hop' || step?.type === 'skiplist.down';
  const tooFar = step?.type === 'skiplist.down' ? step : null;
  const fresh = step?.type === 'skiplist.insert' ? step.node : 0;
  const marks: CellMark[] = [];
  const tower = (address: number, levels: number, header: boolean) => {
    const x = places.byAddress.get(address)!;
    for (let level = 0; level < levels; level++) {
      marks.push({
        id: `${address}:${level}`,
        address,
        level,
        header,
        ...cellBox(sheet, x, level),
        hot: (moving && head?.address === address && head.level === level) || address === fresh,
        tooFar: tooFar !== null && tooFar.next === address && tooFar.level === level,
      });
    }
  };
  tower(view.header.address, view.level, true);
  for (const node of view.nodes) tower(node.address, node.links.length, false);
  return marks;
}

/** Pointers that a step has made, and those whose span it has changed, as `from:level`. */
function relinked({ step, before }: Situation): { fresh: Set<string>; respanned: Set<string> } {
  const fresh = new Set<string>();
  const respanned = new Set<string>();
  if (step?.type === 'skiplist.insert') {
    for (const { level, from } of step.links) {
      fresh.add(`${from}:${level}`);
      fresh.add(`${step.node}:${level}`);
    }
    for (const { level, from } of step.lengthened) respanned.add(`${from}:${level}`);
  }
  if (step?.type === 'skiplist.remove') {
    for (const { level, from } of step.closed) {
      const old = before === null ? null : linkFrom(before, from, level);
      (old === null || old.to === step.node ? fresh : respanned).add(`${from}:${level}`);
    }
  }
  return { fresh, respanned };
}

function linkFrom(view: SkiplistNodesView, from: number, level: number): SkiplistLinkView | null {
  if (from === view.header.address) return view.header.links[level] ?? null;
  const entering = view.entering[level];
  if (entering?.from === from) return entering;
  return view.nodes.find(({ address }) => address === from)?.links[level] ?? null;
}

/** The pointer that a step followed. */
function followed(step: Step | null): string {
  if (step?.type === 'skiplist.hop') return `${step.from}:${step.level}`;
  if (step?.type === 'skiplist.visit' && step.from !== 0 && !step.backward) return `${step.from}:0`;
  return '';
}

function linkMarks(situation: Situation, sheet: Sheet, places: Places): LinkMark[] {
  const { view, step } = situation;
  const { fresh, respanned } = relinked(situation);
  const hot = followed(step);
  const change = step?.type === 'skiplist.remove' ? -1 : 1;
  const marks: LinkMark[] = [];
  const half = sheet.cellWidth / 2;

  const add = (from: number, startX: number, level: number, link: SkiplistLinkView) => {
    const id = `${from}:${level}`;
    const end = places.byAddress.get(link.to);
    const isEnd = link.to === 0;
    const leavesBefore = end === undefined && !isEnd && link.toRank <= view.from;
    if (leavesBefore) return;
    const x2 = end !== undefined ? end - half : sheet.endX + (isEnd ? 4 : sheet.endWidth * 0.35);
    const isRespanned = respanned.has(id);
    const label = isRespanned ? `${link.span - change}→${link.span}` : String(link.span);
    const important = isRespanned || fresh.has(id) || hot === id;
    const room = x2 - startX;
    const fits = room >= label.length * 6.6 + 7 && room >= shortestLabelled;
    marks.push({
      id,
      level,
      x1: startX,
      x2,
      y: laneY(sheet, level),
      label: fits && (important || !sheet.dense || room >= 40) ? label : '',
      isEnd,
      beyondRank: end === undefined && !isEnd ? link.toRank : 0,
      hot: hot === id,
      fresh: fresh.has(id),
      respanned: isRespanned,
    });
  };

  view.entering.forEach((link, level) => {
    // The header is drawn whatever the window shows; other nodes before the window are left out.
    const startX = link.fromRank === 0 ? headerX(sheet) + half : (sheet.leftOutX ?? headerX(sheet));
    add(link.from, startX, level, link);
  });
  for (const node of view.nodes) {
    const x = places.byAddress.get(node.address)!;
    node.links.forEach((link, level) => {
      add(node.address, x + half, level, link);
    });
  }
  // The header's pointers that end before the window lead to the mark of the omitted nodes.
  for (let level = 0; view.from > 0 && level < view.level; level++) {
    if (view.entering[level].fromRank === 0) continue;
    const id = `${view.header.address}:${level}`;
    marks.push({
      id,
      level,
      x1: headerX(sheet) + half,
      x2: (sheet.leftOutX ?? 0) - 8,
      y: laneY(sheet, level),
      label: '',
      isEnd: false,
      beyondRank: 0,
      hot: hot === id,
      fresh: fresh.has(id),
      respanned: respanned.has(id),
    });
  }
  return marks;
}

/** The backward pointers, on level 0 only; the first node has none. */
function backMarks(sheet: Sheet, nodes: readonly NodeMark[], step: Step | null): BackMark[] {
  if (sheet.dense) return [];
  const followed = step?.type === 'skiplist.visit' && step.backward ? step.from : 0;
  const marks: BackMark[] = [];
  for (let nth = 1; nth < nodes.length; nth++) {
    const node = nodes[nth];
    const previous = nodes[nth - 1];
    marks.push({
      id: String(node.address),
      x1: node.x,
      x2: previous.x + previous.width,
      y: node.y + node.height / 2,
      hot: node.address === followed,
    });
  }
  return marks;
}

/** Levels that went with the node that was taken out are left out: on them the search had not left the header. */
function pathMark({ step, walk }: Situation, places: Places, levels: number): PathMark | null {
  if (walk.search === null) return null;
  const points = walk.search.stops
    .filter(({ level }) => level < levels)
    .map(({ rank, level }) => ({ x: places.atRank(rank), y: laneY(places.sheet, level) }));
  const past = step?.type !== 'skiplist.hop' && step?.type !== 'skiplist.down';
  return { points, past };
}
