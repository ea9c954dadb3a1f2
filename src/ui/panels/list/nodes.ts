/** The chain of nodes: as many side by side as there is room for, linked both ways, with their elements inside. */
import { partWhere } from '../../../protocol/parts.ts';
import type { ListNodeView, ListValueView } from '../../../protocol/views-list.ts';
import { cutToWidth, type SheetPen, textWidth } from '../stage/pen.ts';
import type { Box, BoxMark } from '../stage/sheet.ts';
import { chipHeight, elementIds, fitted, headHeight, inset, placeChip } from './elements.ts';
import { drawLinks, stub } from './links.ts';
import type { Touched } from './touched.ts';
import type { ListWords } from './words.ts';

const gapX = 30;
const gapY = 34;
const narrowest = 172;
const footHeight = 34;
const pillHeight = 20;
/** Rows of elements in a node; the others are counted. */
const mostLines = 5;
const mostLinesAlone = 6;
const barHeight = 5;

/** Draws the window of nodes and returns what the step touches. */
export function drawNodes(pen: SheetPen, list: ListValueView, hot: Touched, words: ListWords): Box | null {
  const { nodes } = list;
  const inRow = Math.floor((pen.width + gapX) / (narrowest + gapX));
  const columns = Math.max(1, Math.min(nodes.length, inRow));
  const isBroken = columns > 1 && nodes.length > columns;
  const side = isBroken ? stub : 0;
  const width = (pen.width - 2 * side - (columns - 1) * gapX) / columns;
  const lines = nodes.length === 1 ? mostLinesAlone : mostLines;
  const ids = elementIds(nodes);
  const places = new Map<number, Box>();
  const chips: BoxMark[] = [];
  let focus: Box | null = null;

  drawEnd(pen, list, 'head', words, side);
  for (let start = 0; start < nodes.length; start += columns) {
    const row = nodes.slice(start, start + columns);
    const flows = row.map((node) => fitted(node, hot, ids, width - 2 * inset, lines, words));
    const height = headHeight + Math.max(...flows.map((each) => each.height)) + footHeight;
    for (const [nth, node] of row.entries()) {
      const box = { x: pen.left + side + nth * (width + gapX), y: pen.y, width, height };
      places.set(node.address, box);
      const mark = nodeMark(box, node, list, hot, words);
      pen.boxes.push(mark);
      if (hot.nodes.has(node.address) && focus === null) focus = box;
      pen.boxes.push(...fillBar(box, node, list, hot, words));
      chips.push(...flows[nth].chips.map((chip) => placeChip(chip, box, node, hot, words)));
    }
    pen.y += height + gapY;
  }
  pen.y -= gapY;
  pen.boxes.push(...chips);
  drawLinks(pen, nodes, places, hot);
  drawEnd(pen, list, 'tail', words, side, places.get(nodes.at(-1)?.address ?? 0));
  return focus;
}

function nodeMark(
  box: Box,
  node: ListNodeView,
  list: ListValueView,
  hot: Touched,
  words: ListWords,
): BoxMark {
  const isGoing = hot.going === node.address;
  const isCompressed = node.format === 'lzf';
  const title = words.node(node.index);
  const badge =
    node.isPlain && isCompressed
      ? `${words.formats.plain} · ${words.formats.lzf}`
      : words.formats[node.format];
  const note = isGoing
    ? words.merged
    : node.recompress
      ? words.borrowed
      : isCompressed
        ? words.compressed(node.sizeBytes, node.storedBytes)
        : '';
  // Highlight the touched element instead of its node, if there is one.
  const isHot = hot.nodes.has(node.address) && (hot.offset === null || node.elements.length === 0);
  return {
    ...box,
    id: `node:${node.address}`,
    tone: isGoing ? 'ghost' : isCompressed ? 'meta' : 'plain',
    hot: isHot,
    texts: [
      { x: inset, y: 15, text: title, look: 'figure' },
      { x: box.width - inset, y: 15, text: badge, look: 'byte', anchor: 'end', tone: 'meta' },
      ...(node.elements.length === 0
        ? [
            {
              x: inset,
              y: headHeight + chipHeight / 2,
              text: cutToWidth(
                note === '' ? words.elements(node.count) : note,
                box.width - 2 * inset,
                'note',
              ),
              look: 'note' as const,
            },
          ]
        : []),
      {
        x: inset,
        y: box.height - 21,
        text: cutToWidth(
          node.elements.length > 0 && note !== ''
            ? note
            : `${words.elements(node.count)} · ${words.bytes(node.sizeBytes)}`,
          box.width - 2 * inset,
          'note',
        ),
        look: 'note',
      },
    ],
    says: {
      head: `${title} · ${badge} · ${words.used(node, list.mostBytes, list.mostElements)}`,
      detail: `${words.formatSays[node.format]}. ${words.nodeSays(node)}, 0x${node.address.toString(16)}`,
    },
    part: `list.nodes${partWhere('address', node.address)}{format,count,sizeBytes,storedBytes}`,
  };
}

/** How full it is, by its limit: bytes or elements. */
function fillBar(
  box: Box,
  node: ListNodeView,
  list: ListValueView,
  hot: Touched,
  words: ListWords,
): BoxMark[] {
  if (node.isPlain || hot.going === node.address) return [];
  const share = list.mostElements === null ? node.sizeBytes / list.mostBytes : node.count / list.mostElements;
  return [
    {
      id: `fill:${node.address}`,
      x: box.x + inset,
      y: box.y + box.height - 10,
      width: box.width - 2 * inset,
      height: barHeight,
      tone: 'old',
      share: Math.min(1, share),
      says: { head: words.used(node, list.mostBytes, list.mostElements) },
    },
  ];
}

/** The pointer to an end, or how many nodes lie between it and the window. */
function drawEnd(
  pen: SheetPen,
  list: ListValueView,
  end: 'head' | 'tail',
  words: ListWords,
  side: number,
  last?: Box,
): void {
  const { from, nodes, total } = list;
  const outside = end === 'head' ? from : total - from - nodes.length;
  const text = outside > 0 ? words.outside(outside) : words[end];
  const width = Math.min(pen.width, textWidth(text, 'figure') + 22);
  const x = end === 'head' ? pen.left + side : (last?.x ?? pen.left);
  const isHead = end === 'head';
  const y = isHead ? pen.y : pen.y + 16;
  const to = isHead ? Math.max(0, from - nodes.length) : from + nodes.length;
  pen.boxes.push({
    id: `end:${end}`,
    x,
    y,
    width,
    height: pillHeight,
    shape: 'pill',
    tone: outside > 0 ? 'ghost' : 'meta',
    texts: [{ x: width / 2, y: pillHeight / 2, text, look: 'figure', anchor: 'middle' }],
    says: { head: text, detail: isHead ? words.headSays : words.tailSays },
    ...(outside > 0 ? { picks: `from:${to}` } : { part: `list.${end}` }),
  });
  if (outside === 0) {
    const middle = x + width / 2;
    const [start, finish] = isHead ? [y + pillHeight + 1, y + pillHeight + 13] : [y - 1, y - 14];
    pen.links.push({
      id: end,
      from: { x: middle, y: start },
      to: { x: middle, y: finish },
      tone: 'meta',
      arrow: true,
    });
  }
  pen.y += isHead ? pillHeight + 16 : pillHeight + 16;
}
