/**
 * The radix tree, a column for each of the 16 bytes of a key and a row for each listpack. A node of the tree spans the
 * rows below it, so that a common prefix of keys stands there once; after each leaf stands its listpack.
 */

import { partWhere } from '../../../protocol/parts.ts';
import type { RaxNodeView, StreamNodeView, StreamView } from '../../../protocol/views.ts';
import { cutToWidth, type SheetPen, textWidth } from '../stage/pen.ts';
import type { Box, BoxMark, TextMark } from '../stage/sheet.ts';
import { compareIds } from './ids.ts';
import type { Touched } from './touched.ts';
import type { StreamWords } from './words.ts';

const keyBytes = 16;
const byteHeight = 22;
const packHeight = 36;
const leafWidth = 12;
/** From this width on a listpack stands behind its row of bytes; otherwise below it. */
const wideFrom = 600;

interface Grid {
  readonly x: number;
  readonly top: number;
  readonly cell: number;
  readonly rowHeight: number;
  readonly isWide: boolean;
}

/** Returns what to scroll into sight. */
export function drawTree(pen: SheetPen, view: StreamView, hot: Touched, words: StreamWords): Box | null {
  pen.title('tree', words.tree, words.treeNote(view.raxNodes, view.nodeCount));
  if (view.nodes.length === 0) return null;
  const isWide = pen.width >= wideFrom;
  const cell = isWide ? 19 : Math.max(15, Math.min(19, Math.floor((pen.width - leafWidth - 4) / keyBytes)));
  pen.labels.push(
    { id: 'half:ms', x: pen.left + 2, y: pen.y + 6, text: words.milliseconds, look: 'note' },
    { id: 'half:seq', x: pen.left + 8 * cell + 2, y: pen.y + 6, text: words.sequence, look: 'note' },
  );
  pen.y += 18;
  if (view.from > 0) drawMore(pen, 'nodes:earlier', words.earlierNodes(view.from));
  const grid: Grid = {
    x: pen.left,
    top: pen.y,
    cell,
    isWide,
    rowHeight: isWide ? packHeight + 4 : byteHeight + packHeight + 10,
  };
  let focus: Box | null = null;
  for (const node of view.rax) {
    const mark = raxMark(node, view, grid, hot, words);
    pen.boxes.push(mark);
    if (mark.hot === true) focus = mark;
  }
  for (const [row, node] of view.nodes.entries()) {
    const mark = packMark(pen, node, row, view, grid, hot, words);
    pen.boxes.push(mark);
    if (mark.hot === true) focus ??= mark;
    drawPointers(pen, view, row, mark, hot, words);
    const leafX = grid.x + keyBytes * cell + leafWidth;
    if (isWide) {
      const y = mark.y + byteHeight / 2;
      pen.links.push({
        id: `leads:${node.id}`,
        from: { x: leafX, y },
        to: { x: mark.x - 2, y },
        tone: 'old',
        arrow: true,
      });
    }
  }
  pen.y = grid.top + view.nodes.length * grid.rowHeight;
  const later = view.nodeCount - view.from - view.nodes.length;
  if (later > 0) drawMore(pen, 'nodes:later', words.laterNodes(later));
  return focus;
}

export function drawMore(pen: SheetPen, picks: string, text: string): void {
  pen.boxes.push({
    id: `more:${picks}`,
    x: pen.left,
    y: pen.y,
    width: Math.min(pen.width, textWidth(text, 'note') + 24),
    height: 24,
    tone: 'ghost',
    texts: [{ x: 12, y: 12, text, look: 'note' }],
    says: { head: text },
    picks,
  });
  pen.y += 30;
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0');

function rowsOf(node: RaxNodeView, view: StreamView): readonly [number, number] {
  if (node.children.length > 0) return [node.children[0].firstRow, node.children.at(-1)!.lastRow];
  // A leaf: the row of the child it is.
  const parent = view.rax.find(({ address }) => address === node.parent);
  const own = parent?.children.find(({ address }) => address === node.address);
  return own === undefined ? [0, 0] : [own.firstRow, own.lastRow];
}

function raxMark(node: RaxNodeView, view: StreamView, grid: Grid, hot: Touched, words: StreamWords): BoxMark {
  const { x, top, cell, rowHeight } = grid;
  const [first, last] = rowsOf(node, view);
  const isLeaf = node.characters.length === 0;
  const { raxSays } = words;
  const texts: TextMark[] = [];
  const write = (column: number, row: number, byte: number): void => {
    texts.push({
      x: (column + 0.5) * cell - 1,
      y: (row - first) * rowHeight + byteHeight / 2,
      text: hex(byte),
      look: 'byte',
      anchor: 'middle',
    });
  };
  if (node.isCompressed) for (const [column, byte] of node.characters.entries()) write(column, first, byte);
  else for (const { place, firstRow } of node.children) write(0, firstRow, node.characters[place]);
  const columns = node.isCompressed ? node.characters.length : 1;
  const shown = node.children.length;
  const all = node.isCompressed ? 1 : node.characters.length;
  const place = raxSays.detail(node.depth, node.sizeBytes);
  return {
    id: `rax:${node.address}`,
    x: x + node.depth * cell + 1,
    y: top + first * rowHeight + (isLeaf ? (byteHeight - leafWidth + 2) / 2 : 0),
    width: isLeaf ? leafWidth - 2 : columns * cell - 2,
    height: isLeaf ? leafWidth - 2 : (last - first) * rowHeight + byteHeight,
    tone: isLeaf ? 'old' : node.isCompressed ? 'soft' : 'meta',
    shape: isLeaf ? 'pill' : 'rect',
    hot: hot.rax === node.address,
    texts,
    says: {
      head: isLeaf
        ? raxSays.leaf(view.nodes[first]?.id ?? '')
        : node.isCompressed
          ? raxSays.compressed(node.characters.length)
          : raxSays.branch(all),
      detail: shown > 0 && shown < all ? `${place}; ${raxSays.hidden(shown, all)}` : place,
    },
    part: `rax${partWhere('address', node.address)}.characters`,
  };
}

function packMark(
  pen: SheetPen,
  node: StreamNodeView,
  row: number,
  view: StreamView,
  grid: Grid,
  hot: Touched,
  words: StreamWords,
): BoxMark {
  const { maxNodeEntries, maxNodeBytes } = view;
  const isOpen = view.open?.id === node.id;
  const places = node.entries + node.deleted;
  const share = Math.max(
    maxNodeEntries > 0 ? places / maxNodeEntries : 0,
    maxNodeBytes > 0 ? node.usedBytes / maxNodeBytes : 0,
  );
  const x = grid.isWide ? grid.x + keyBytes * grid.cell + leafWidth + 26 : pen.left;
  const y = grid.top + row * grid.rowHeight + (grid.isWide ? 0 : byteHeight + 3);
  const width = grid.isWide ? pen.right - x : pen.width;
  const figures = `${words.node(node.entries, node.deleted, maxNodeEntries)} · ${words.nodeBytes(node.usedBytes, maxNodeBytes)}`;
  return {
    id: `node:${node.id}`,
    x,
    y,
    width,
    height: packHeight,
    tone: isOpen ? 'old' : 'plain',
    hot: hot.node === node.id || hot.block === node.address,
    share: Math.min(1, share),
    texts: [
      { x: 10, y: 11, text: cutToWidth(`${isOpen ? '▾' : '▸'} ${node.id}`, width - 20) },
      { x: 10, y: 25, text: cutToWidth(figures, width - 20, 'figure'), look: 'figure' },
    ],
    says: {
      head: words.nodeSays.head(node.id, node.lastId),
      detail: words.nodeSays.detail(places, maxNodeEntries, node.usedBytes, node.allocatedBytes),
    },
    part: `nodes${partWhere('id', node.id)}`,
    picks: `node:${node.id}`,
  };
}

/** Groups that have read up to an entry of this listpack: pills at the right end of its box. */
function drawPointers(
  pen: SheetPen,
  view: StreamView,
  row: number,
  pack: Box,
  hot: Touched,
  words: StreamWords,
): void {
  const next = view.nodes[row + 1]?.id ?? null;
  const isLast = row === view.nodes.length - 1 && view.from + view.nodes.length === view.nodeCount;
  const here = view.groups.filter(
    ({ lastId }) =>
      compareIds(lastId, view.nodes[row].id) >= 0 &&
      (next === null
        ? isLast || compareIds(lastId, view.nodes[row].lastId) <= 0
        : compareIds(lastId, next) < 0),
  );
  const room = pack.width - textWidth(`▾ ${view.nodes[row].id}`) - 24;
  let right = pack.x + pack.width - 6;
  const left = right - room;
  for (const [nth, group] of here.entries()) {
    const text = cutToWidth(group.name, 90, 'byte');
    const width = textWidth(text, 'byte') + 16;
    const rest = here.length - nth;
    if (right - width < left) {
      pen.labels.push({
        id: `pointers:${row}`,
        x: right,
        y: pack.y + 11,
        text: `+${rest}`,
        look: 'note',
        anchor: 'end',
      });
      break;
    }
    pen.boxes.push({
      id: `pointer:${group.address}`,
      x: right - width,
      y: pack.y + 3,
      width,
      height: 17,
      shape: 'pill',
      tone: 'good',
      hot: hot.hasMoved && hot.group === group.address,
      texts: [{ x: width / 2, y: 8.5, text, look: 'byte', anchor: 'middle' }],
      says: words.pointerSays(group.name, group.lastId),
      part: `groups${partWhere('address', group.address)}.lastId`,
      picks: `group:${group.address}`,
    });
    right -= width + 4;
  }
}
