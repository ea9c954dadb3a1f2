/** A stream as a sheet: figures, the radix tree with its listpacks, one listpack from inside, and one group. */
import type { StreamView } from '../../../protocol/views.ts';
import { SheetPen } from '../sheet-pen.ts';
import { figureRow } from '../stage/figures.ts';
import type { Box, Layout } from '../stage/sheet.ts';
import { drawOpen } from './entries.ts';
import { drawGroups } from './groups.ts';
import { touchedIn } from './touched.ts';
import { drawTree } from './tree.ts';
import { type StreamWords, streamWords } from './words.ts';

const sectionGap = 22;

export const layoutStream: Layout<StreamView> = (scene, size, language) => {
  const words = streamWords[language];
  const { view } = scene;
  const pen = new SheetPen(size.width);
  if (view.address === 0) return pen.sheet(size.width);
  const hot = touchedIn(scene);
  drawFigures(pen, view, words);
  pen.y += sectionGap;
  const inTree = drawTree(pen, view, hot, words);
  pen.y += sectionGap;
  const inside = drawOpen(pen, view, hot, words);
  pen.y += sectionGap;
  const among = drawGroups(pen, view, hot, words, language, inside.places);
  const focus: Box | null = among ?? inside.focus ?? inTree;
  return pen.sheet(size.width, focus);
};

function drawFigures(pen: SheetPen, view: StreamView, words: StreamWords): void {
  const { figures, figureSays } = words;
  const values = {
    entriesAdded: view.entriesAdded,
    lastId: view.lastId,
    maxDeletedId: view.maxDeletedId,
    memory: `${view.memoryBytes} B`,
  };
  const parts: Record<keyof typeof values, string> = {
    entriesAdded: 'entriesAdded',
    lastId: 'lastId',
    maxDeletedId: 'maxDeletedId',
    memory: 'memoryBytes',
  };
  const row = figureRow(
    (Object.keys(values) as (keyof typeof values)[]).map((id) => ({
      id: `figure:${id}`,
      value: values[id],
      name: figures[id],
      says: { head: `${figures[id]}: ${values[id]}`, detail: figureSays[id] },
      part: parts[id],
    })),
    { x: pen.left, y: pen.y, width: pen.width },
  );
  pen.boxes.push(...row.boxes);
  pen.y += row.height;
}
