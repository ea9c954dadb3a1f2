/** Keys as areas, the parts of each inside of it; or the parts of one key alone. */

import { type HierarchyRectangularNode, hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import { partWhere } from '../../../protocol/parts.ts';
import type { Step } from '../../../protocol/steps.ts';
import type { MemoryKeyRow, MemoryMapView, MemoryPart, MemoryPartName } from '../../../protocol/views.ts';
import { formatExactBytes } from '../../i18n/amounts.ts';
import { cutToWidth, type SheetPen, textWidth } from '../stage/pen.ts';
import type { Box, Tone } from '../stage/sheet.ts';
import type { MemoryWords } from './words.ts';

const headHeight = 19;
const least = 240;

/** A leaf is a part of a key, or all the keys without an area of their own. */
interface Area {
  readonly name: string;
  readonly bytes?: number;
  readonly row?: MemoryKeyRow;
  readonly part?: MemoryPart;
  readonly children?: readonly Area[];
}

export const partTones: Readonly<Record<MemoryPartName, Tone>> = {
  entry: 'meta',
  key: 'meta',
  object: 'meta',
  header: 'meta',
  buckets: 'meta',
  payload: 'old',
  elements: 'old',
  slack: 'ghost',
};

export function drawMap(
  pen: SheetPen,
  view: MemoryMapView,
  step: Step | null,
  opened: string | null,
  height: number,
  words: MemoryWords,
): void {
  const row = opened === null ? undefined : view.rows.find(({ key }) => key === opened);
  if (row !== undefined) {
    drawOpened(pen, row, height, words);
    return;
  }
  pen.title('map', words.mapTitle, words.mapNote(view.rows.length, view.lookedAt));
  if (view.rows.length === 0) {
    pen.note('no-keys', words.noKeys);
    return;
  }
  drawLegend(pen, words);
  const box = { x: pen.left, y: pen.y, width: pen.width, height: Math.max(least, height - pen.y - 40) };
  const shownBytes = view.rows.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
  const otherKeys = view.lookedAt - view.rows.length;
  const areas: Area[] = view.rows.map((one) => ({ name: one.key, row: one, children: partsOf(one) }));
  if (otherKeys > 0) areas.push({ name: words.others(otherKeys), bytes: view.lookedAtBytes - shownBytes });
  for (const node of laidOut(areas, box)) {
    if (node.depth === 1) drawKey(pen, node, box, step, words);
    else if (node.depth === 2) drawPart(pen, node, box, words);
  }
  pen.y = box.y + box.height + 8;
  if (view.lookedAt < view.keys) pen.note('not-all', words.notLookedAt(view.lookedAt, view.keys));
}

function partsOf(row: MemoryKeyRow): Area[] {
  return row.parts.map((part) => ({ name: `${row.key} ${part.name}`, bytes: part.bytes, row, part }));
}

function laidOut(areas: readonly Area[], box: Box): HierarchyRectangularNode<Area>[] {
  const root = hierarchy<Area>({ name: '', children: areas }).sum(({ bytes = 0 }) => bytes);
  const place = treemap<Area>()
    .tile(treemapSquarify)
    .size([box.width, box.height])
    .paddingInner((node) => (node.depth === 0 ? 4 : 1.5))
    .paddingTop((node) =>
      node.depth === 1 && hasHead({ height: node.y1 - node.y0, width: node.x1 - node.x0 }) ? headHeight : 0,
    )
    .paddingLeft((node) => (node.depth === 1 ? 3 : 0))
    .paddingRight((node) => (node.depth === 1 ? 3 : 0))
    .paddingBottom((node) => (node.depth === 1 ? 3 : 0))
    .round(true);
  return place(root).descendants();
}

/** Room for the name of a key above its parts. */
function hasHead({ width, height }: Pick<Box, 'width' | 'height'>): boolean {
  return height > 44 && width > 40;
}

function boxOf({ x0, x1, y0, y1 }: HierarchyRectangularNode<Area>, origin: Box): Box {
  return { x: origin.x + x0, y: origin.y + y0, width: Math.max(1, x1 - x0), height: Math.max(1, y1 - y0) };
}

function drawKey(
  pen: SheetPen,
  node: HierarchyRectangularNode<Area>,
  origin: Box,
  step: Step | null,
  words: MemoryWords,
): void {
  const { row, name } = node.data;
  const box = boxOf(node, origin);
  const bytes = formatExactBytes(node.value ?? 0);
  const isHeaded = hasHead(box);
  const isWide = isHeaded && box.width > textWidth(name) + textWidth(bytes, 'note') + 24;
  pen.boxes.push({
    ...box,
    id: row === undefined ? 'others' : `key:${name}`,
    tone: row === undefined ? 'ghost' : 'soft',
    hot: row !== undefined && isTouched(step, name),
    texts: isHeaded
      ? [
          {
            x: 6,
            y: 10,
            text: cutToWidth(
              name,
              box.width - (isWide ? textWidth(bytes, 'note') : 0) - 12,
              row === undefined ? 'note' : 'name',
            ),
            look: row === undefined ? 'note' : 'name',
          },
          ...(isWide
            ? [{ x: box.width - 6, y: 10, text: bytes, look: 'note' as const, anchor: 'end' as const }]
            : []),
        ]
      : [],
    says: {
      head: `${name} · ${bytes}`,
      detail: row === undefined ? '' : `${row.type}, ${row.encoding} · ${words.open}`,
    },
    ...(row === undefined ? {} : { picks: name, part: `rows${partWhere('key', name)}.memoryBytes` }),
  });
}

export function isTouched(step: Step | null, key: string): boolean {
  switch (step?.type) {
    case 'dict.insert':
    case 'dict.remove':
    case 'object.encoding':
      return step.key === key;
    default:
      return false;
  }
}

function drawPart(
  pen: SheetPen,
  node: HierarchyRectangularNode<Area>,
  origin: Box,
  words: MemoryWords,
): void {
  const { row, part } = node.data;
  if (row === undefined || part === undefined) return;
  // A part is named only if its key is: the word alone would say nothing.
  const isNamed = node.parent !== null && hasHead(boxOf(node.parent, origin));
  pen.boxes.push({ ...partBox(row, part, boxOf(node, origin), words, isNamed), picks: row.key });
}

function partBox(row: MemoryKeyRow, part: MemoryPart, box: Box, words: MemoryWords, isNamed: boolean) {
  const name = words.parts[part.name];
  const bytes = formatExactBytes(part.bytes);
  const hasName = isNamed && box.height >= 18 && box.width >= textWidth(name, 'note') + 10;
  const hasBytes = hasName && box.height >= 34 && box.width >= textWidth(bytes, 'note') + 10;
  const detail = part.name === 'elements' && row.isEstimated ? words.estimated : words.partSays[part.name];
  return {
    ...box,
    id: `part:${row.key}:${part.name}`,
    tone: partTones[part.name],
    texts: [
      ...(hasName ? [{ x: 5, y: hasBytes ? 11 : box.height / 2, text: name, look: 'note' as const }] : []),
      ...(hasBytes ? [{ x: 5, y: 26, text: bytes, look: 'note' as const }] : []),
    ],
    says: { head: `${row.key} · ${name} · ${bytes}`, detail },
    part: `rows${partWhere('key', row.key)}.parts[name=${part.name}].bytes`,
  };
}

/** One key alone: its parts side by side, as long as they are large, and a line for each. */
function drawOpened(pen: SheetPen, row: MemoryKeyRow, height: number, words: MemoryWords): void {
  pen.title(
    'opened',
    words.opened(row.key),
    `${row.type} · ${row.encoding} · ${formatExactBytes(row.memoryBytes)}`,
  );
  const box = {
    x: pen.left,
    y: pen.y,
    width: pen.width,
    height: Math.max(120, Math.min(220, height * 0.35)),
  };
  for (const node of laidOut(partsOf(row), box)) {
    const { part } = node.data;
    if (node.depth === 1 && part !== undefined)
      pen.boxes.push(partBox(row, part, boxOf(node, box), words, true));
  }
  pen.y = box.y + box.height + 12;
  for (const part of row.parts) {
    pen.labels.push(
      { id: `line:${part.name}`, x: pen.left, y: pen.y + 9, text: words.parts[part.name], look: 'figure' },
      {
        id: `bytes:${part.name}`,
        x: pen.left + 170,
        y: pen.y + 9,
        text: `${part.bytes.toLocaleString('en-US')} B`,
        look: 'figure',
        anchor: 'end',
      },
    );
    const room = pen.width - 186;
    if (room > 80) {
      const says = part.name === 'elements' && row.isEstimated ? words.estimated : words.partSays[part.name];
      pen.labels.push({
        id: `says:${part.name}`,
        x: pen.left + 186,
        y: pen.y + 9,
        text: cutToWidth(says, room, 'note'),
        look: 'note',
      });
    }
    pen.y += 20;
  }
}

function drawLegend(pen: SheetPen, words: MemoryWords): void {
  const items = [
    ['meta', 'meta'],
    ['data', 'old'],
    ['slack', 'ghost'],
  ] as const;
  pen.legend(items.map(([name, tone]) => ({ id: `legend:${name}`, tone, text: words.legend[name] })));
  pen.y += 4;
}
