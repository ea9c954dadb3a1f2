/** The elements of a node, side by side inside it: as many as fit, and the count of the others. */
import { partWhere } from '../../../protocol/parts.ts';
import type { ListElementView, ListNodeView } from '../../../protocol/views-list.ts';
import { cutToWidth, textWidth } from '../stage/pen.ts';
import type { Box, BoxMark } from '../stage/sheet.ts';
import type { Touched } from './touched.ts';
import type { ListWords } from './words.ts';

/** Where they begin in their node. */
export const inset = 10;
export const headHeight = 28;
export const chipHeight = 22;
const chipGap = 4;
const widestChip = 180;

interface Chip {
  readonly id: string;
  readonly text: string;
  readonly element: ListElementView | null;
  /** For one that stands for several: the first and the last of them. */
  readonly hidden: readonly [number, number] | null;
  readonly isGhost: boolean;
}

/**
 * An element has no address of its own. Nobody can distinguish equal ones, so the first "a" of one picture is the first
 * "a" of the next.
 */
export function elementIds(nodes: readonly ListNodeView[]): Map<ListElementView, string> {
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
export function fitted(
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

/** The drawn elements: the first ones, the last ones, and the count of those between. */
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

/** A text that was cut at its end is cut there again, so that it has only one gap. */
function shortened(text: string, width: number): string {
  if (!text.endsWith('…') || textWidth(text) <= width) return cutToWidth(text, width);
  let shown = [...text.slice(0, -1)];
  while (shown.length > 0 && textWidth(`${shown.join('')}…`) > width) shown = shown.slice(0, -1);
  return `${shown.join('')}…`;
}

export function placeChip(
  chip: Placed,
  node: Box,
  view: ListNodeView,
  hot: Touched,
  words: ListWords,
): BoxMark {
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
        text: shortened(chip.text, chip.width - 10),
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
