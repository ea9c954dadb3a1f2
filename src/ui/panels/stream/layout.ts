/** A stream as a sheet: figures, the radix tree with its listpacks, the inside of one listpack, and one group. */
import type { StreamView } from '../../../protocol/views.ts';
import { formatAllBytes } from '../../i18n/amounts.ts';
import { type ToldFigure, tellFigure } from '../stage/figures.ts';
import { SheetPen } from '../stage/pen.ts';
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
  pen.figures(figuresOf(view, words).map(tellFigure));
  pen.y += sectionGap;
  const inTree = drawTree(pen, view, hot, words);
  pen.y += sectionGap;
  const inside = drawOpen(pen, view, hot, words);
  pen.y += sectionGap;
  const among = drawGroups(pen, view, hot, words, language, inside.places);
  const focus: Box | null = among ?? inside.focus ?? inTree;
  return pen.sheet(size.width, focus);
};

function figuresOf(view: StreamView, { figures, figureSays }: StreamWords): ToldFigure[] {
  const told = (id: keyof typeof figureSays, value: string, part: string): ToldFigure => ({
    id,
    name: figures[id],
    value,
    detail: figureSays[id],
    part,
  });
  return [
    told('entriesAdded', view.entriesAdded, 'entriesAdded'),
    told('lastId', view.lastId, 'lastId'),
    told('maxDeletedId', view.maxDeletedId, 'maxDeletedId'),
    told('memory', formatAllBytes(view.memoryBytes), 'memoryBytes'),
  ];
}
