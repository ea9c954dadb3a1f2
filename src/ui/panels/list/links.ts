/** The pointers between the nodes of a list. */
import type { ListNodeView } from '../../../protocol/views-list.ts';
import type { SheetPen } from '../stage/pen.ts';
import type { Box, LinkMark } from '../stage/sheet.ts';
import type { Touched } from './touched.ts';

/** The room beside the rows, for links into the next row. */
export const stub = 18;

/** Two links between neighbours: to the next one above, back to the previous one below. */
export function drawLinks(
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

/** At the end of a row its links continue at the beginning of the next. */
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
