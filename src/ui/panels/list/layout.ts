/** A list as a sheet: the chain of nodes, and the cost of the same elements in a linked list. */
import type { ListValueView, ListView } from '../../../protocol/views-list.ts';
import { SheetPen, textWidth } from '../stage/pen.ts';
import type { Layout } from '../stage/sheet.ts';
import { drawNodes } from './nodes.ts';
import { touchedIn } from './touched.ts';
import { type ListWords, listWords } from './words.ts';

const sectionGap = 20;
const barHeight = 22;

export const layoutList: Layout<ListView> = (scene, size, language) => {
  const words = listWords[language];
  const { list } = scene.view;
  const pen = new SheetPen(size.width);
  if (list === null) return pen.sheet(size.width);
  pen.title('chain', words.chain);
  pen.y -= 4;
  const fill = words.fill(list.fillSetting, list.fill, list.mostBytes, list.mostElements);
  pen.note('settings', `${fill}${words.between}${words.depth(list.compressDepth)}`);
  pen.y += 10;
  const focus = drawNodes(pen, list, touchedIn(scene), words);
  pen.y += sectionGap - 8;
  drawCost(pen, list, words);
  return pen.sheet(size.width, focus);
};

/** Two bars: its real bytes, and those of a linked list. */
function drawCost(pen: SheetPen, list: ListValueView, words: ListWords): void {
  const { cost } = list;
  pen.title('cost', words.cost, words.costNote(cost.elements, cost.isWhole));
  const bars = [
    {
      id: 'quicklist',
      name: words.quicklist,
      bytes: cost.quicklistBytes,
      tone: 'old' as const,
      detail: words.quicklistSays,
      part: 'list.cost.quicklistBytes',
    },
    {
      id: 'linkedlist',
      name: words.linkedList,
      bytes: cost.linkedListBytes,
      tone: 'ghost' as const,
      detail: words.linkedListSays(cost.elements, cost.linksBytes, cost.objectsBytes, cost.linkBytes),
      part: 'list.cost.linkedListBytes',
    },
  ];
  const nameWidth = Math.max(...bars.map(({ name }) => textWidth(name, 'figure'))) + 10;
  const textOf = ({ bytes }: { readonly bytes: number }) =>
    `${words.bytes(bytes)} · ${words.each(bytes / Math.max(1, cost.elements))}`;
  const noteWidth = Math.max(...bars.map((bar) => textWidth(textOf(bar), 'note'))) + 10;
  const room = Math.max(30, pen.width - nameWidth - noteWidth);
  const largest = Math.max(1, cost.quicklistBytes, cost.linkedListBytes);
  for (const bar of bars) {
    const width = Math.max(4, (room * bar.bytes) / largest);
    const middle = pen.y + barHeight / 2;
    pen.labels.push({ id: `bar:${bar.id}`, x: pen.left, y: middle, text: bar.name, look: 'figure' });
    pen.boxes.push({
      id: `cost:${bar.id}`,
      x: pen.left + nameWidth,
      y: pen.y + 3,
      width,
      height: barHeight - 6,
      tone: bar.tone,
      says: { head: `${bar.name}: ${words.bytes(bar.bytes)}`, detail: bar.detail },
      part: bar.part,
    });
    pen.labels.push({
      id: `bytes:${bar.id}`,
      x: pen.left + nameWidth + width + 8,
      y: middle,
      text: textOf(bar),
      look: 'note',
    });
    pen.y += barHeight + 4;
  }
}
