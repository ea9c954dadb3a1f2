/** The chain of nodes: as many side by side as there is room for, linked both ways, with their elements inside. */
import { partWhere } from '../../../protocol/parts.ts';
import type { ListElementView, ListNodeView, ListValueView } from '../../../protocol/views-list.ts';
import { cutToWidth, type SheetPen, textWidth } from '../sheet-pen.ts';
import type { Box, BoxMark, LinkMark } from '../stage/sheet.ts';
import type { Touched } from './touched.ts';
import type { ListWords } from './words.ts';

const gapX = 30;
const gapY = 34;
const narrowest = 172;
const inset = 10;
const headHeight = 28;
const footHeight = 34;
const chipHeight = 22;
const chipGap = 4;
const widestChip = 180;
const pillHeight = 20;
/** Rows of elements in a node; what does not fit them is counted. */
const mostLines = 5;
const mostLinesAlone = 6;
/** Beside the rows, where one goes on in the next. */
const stub = 18;
const barHeight = 5;

interface Chip {
  readonly id: string;
  readonly text: string;
  readonly element: ListElementView | null;
  /** For one that stands for several: the first and the last of them. */
  readonly hidden: readonly [number, number] | null;
  readonly isGhost: boolean;
}

/** Draws the window of nodes and gives back what the step touches. */
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

/**
 * An element has no address of its own. Equal ones cannot be told apart by whoever looks, so the first "a" of one
 * picture is the first "a" of the next.
 */
function elementIds(nodes: readonly ListNodeView[]): Map<ListElementView, string> {
  const seen = new Map<string, number>();
  const ids = new Map<ListElementView, string>();
  for (const { elements } of nodes) {
    for (const element of elements) {
      const nth = (seen.get(element.value) ?? 0) + 1;
      seen.set(element.value, nth);
      ids.set(element, `element:${nth}:${element.value}`);
    }
  }
  return ids;
}

/** As many elements as fit the lines. */
function fitted(
  node: ListNodeView,
  hot: Touched,
  ids: Map<ListElementView, string>,
  width: number,
  lines: number,
  words: ListWords,
): { chips: Placed[]; height: number } {
  const mostHeight = lines * (chipHeight + chipGap);
  for (let most = node.elements.length; ; most--) {
    const placed = flow(chipsOf(node, hot, ids, most, words), width);
    if (placed.height <= mostHeight || most <= 2) return placed;
  }
}

/** What is drawn of the elements: the first ones, the last ones, and how many lie between. */
function chipsOf(
  node: ListNodeView,
  hot: Touched,
  ids: Map<ListElementView, string>,
  most: number,
  words: ListWords,
): Chip[] {
  const { elements, count } = node;
  const atEnd = Math.floor(most / 3);
  const isCut = count > elements.length || elements.length > most;
  const first = isCut ? elements.filter(({ index }) => index < most - atEnd) : elements;
  const last = isCut ? elements.filter(({ index }) => index >= count - atEnd) : [];
  const chipOf = (element: ListElementView): Chip => ({
    id: ids.get(element) ?? '',
    text: element.value === '' ? '""' : element.value,
    element,
    hidden: null,
    isGhost: false,
  });
  const chips = [...first, ...last].map(chipOf);
  const hidden = count - first.length - last.length;
  if (hidden > 0 && elements.length > 0) {
    chips.splice(first.length, 0, {
      id: `more:${node.address}`,
      text: words.more(hidden),
      element: null,
      hidden: [first.length, first.length + hidden - 1],
      isGhost: false,
    });
  }
  if (hot.node !== node.address) return chips;
  const ghosts = hot.left
    .slice(0, most)
    .map((element, nth) => ({ ...chipOf(element), id: `left:${nth}`, isGhost: true }));
  const at = Math.min(hot.left[0]?.index ?? 0, chips.length);
  return [...chips.slice(0, at), ...ghosts, ...chips.slice(at)];
}

interface Placed extends Chip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function flow(chips: readonly Chip[], room: number): { chips: Placed[]; height: number } {
  const placed: Placed[] = [];
  let x = 0;
  let y = 0;
  for (const chip of chips) {
    const width = Math.max(24, Math.min(room, widestChip, textWidth(chip.text) + 14));
    if (x > 0 && x + width > room) {
      x = 0;
      y += chipHeight + chipGap;
    }
    placed.push({ ...chip, x, y, width });
    x += width + chipGap;
  }
  return { chips: placed, height: y + chipHeight };
}

function placeChip(chip: Placed, node: Box, view: ListNodeView, hot: Touched, words: ListWords): BoxMark {
  const { element, hidden } = chip;
  const isIn = hot.node === view.address && hot.offset !== null;
  const isShown = view.elements.some(({ offset }) => offset === hot.offset);
  const says =
    element === null
      ? { head: chip.text, detail: words.moreSays(hidden?.[0] ?? 0, hidden?.[1] ?? 0) }
      : {
          head: chip.text,
          detail: chip.isGhost
            ? words.left
            : words.element(view.firstRank + element.index, element.index, element.offset),
        };
  return {
    id: chip.id,
    x: node.x + inset + chip.x,
    y: node.y + headHeight + chip.y,
    width: chip.width,
    height: chipHeight,
    tone: chip.isGhost ? 'ghost' : element === null ? 'soft' : 'old',
    hot: isIn && !chip.isGhost && (element === null ? !isShown : element.offset === hot.offset),
    texts: [
      {
        x: chip.width / 2,
        y: chipHeight / 2,
        text: cutToWidth(chip.text, chip.width - 10),
        anchor: 'middle',
        ...(element === null || chip.isGhost ? { tone: 'soft' as const } : {}),
      },
    ],
    says,
    ...(element === null
      ? {}
      : {
          part: `list.nodes${partWhere('address', view.address)}.elements${partWhere('index', element.index)}.value`,
        }),
  };
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
  // An element inside is what is looked at, where there is one.
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

/** How full it is, by what bounds it: bytes or elements. */
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

/** Two links between neighbours: to the next one above, back to the previous one below. */
function drawLinks(
  pen: SheetPen,
  nodes: readonly ListNodeView[],
  places: ReadonlyMap<number, Box>,
  hot: Touched,
): void {
  for (const node of nodes) {
    const from = places.get(node.address);
    const to = places.get(node.next);
    if (from === undefined || to === undefined) continue;
    const isHot = hot.linked.has(node.address) && hot.linked.has(node.next);
    const common = { tone: 'plain' as const, hot: isHot, arrow: true };
    if (from.y === to.y) {
      const [left, right] = [from.x + from.width + 3, to.x - 3];
      pen.links.push(
        {
          ...common,
          id: `next:${node.address}`,
          from: { x: left, y: from.y + 11 },
          to: { x: right, y: to.y + 11 },
        },
        {
          ...common,
          id: `previous:${node.next}`,
          from: { x: right, y: to.y + 22 },
          to: { x: left, y: from.y + 22 },
        },
      );
      continue;
    }
    drawBreak(pen, node, from, to, common);
  }
}

/** Where a row ends, its links go on at the beginning of the next. */
function drawBreak(
  pen: SheetPen,
  node: ListNodeView,
  from: Box,
  to: Box,
  common: Omit<LinkMark, 'id' | 'from' | 'to'>,
): void {
  if (from.x === to.x) {
    const x = from.x + from.width / 2;
    const [bottom, top] = [from.y + from.height + 3, to.y - 3];
    pen.links.push(
      { ...common, id: `next:${node.address}`, from: { x: x + 6, y: bottom }, to: { x: x + 6, y: top } },
      { ...common, id: `previous:${node.next}`, from: { x: x - 6, y: top }, to: { x: x - 6, y: bottom } },
    );
    return;
  }
  const right = from.x + from.width + 3;
  const left = to.x - 3;
  const [out, back] = [right + stub - 4, left - stub + 4];
  pen.links.push(
    {
      ...common,
      id: `next:${node.address}`,
      from: { x: right, y: from.y + 11 },
      to: { x: out, y: from.y + 11 },
    },
    { ...common, id: `next-in:${node.next}`, from: { x: back, y: to.y + 11 }, to: { x: left, y: to.y + 11 } },
    {
      ...common,
      id: `previous:${node.next}`,
      from: { x: left, y: to.y + 22 },
      to: { x: back, y: to.y + 22 },
    },
    {
      ...common,
      id: `previous-in:${node.address}`,
      from: { x: out, y: from.y + 22 },
      to: { x: right, y: from.y + 22 },
    },
  );
}

/** The pointer to an end, or how many nodes lie between it and what is shown. */
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
