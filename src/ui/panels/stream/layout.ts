/** A stream as a sheet: figures, the radix tree with its listpacks, the inside of one listpack, and one group. */
import type { StreamView } from '../../../protocol/views.ts';
import { formatAllBytes } from '../../i18n/amounts.ts';
import { type ExplainedFigure, explainedFigure } from '../stage/figures.ts';
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
  pen.figures(figuresOf(view, words).map(explainedFigure));
  pen.y += sectionGap;
  const inTree = drawTree(pen, view, hot, words);
  pen.y += sectionGap;
  const inside = drawOpen(pen, view, hot, words);
  pen.y += sectionGap;
  const among = drawGroups(pen, view, hot, words, language, inside.places);
  const focus: Box | null = among ?? inside.focus ?? inTree;
  return pen.sheet(size.width, focus);
};

function figuresOf(view: StreamView, { figures, figureSays }: StreamWords): ExplainedFigure[] {
  const figure = (id: keyof typeof figureSays, value: string, part: string): ExplainedFigure => ({
    id,
    name: figures[id],
    value,
    detail: figureSays[id],
    part,
  });
  return [
    figure('entriesAdded', view.entriesAdded, 'entriesAdded'),
    figure('lastId', view.lastId, 'lastId'),
    figure('maxDeletedId', view.maxDeletedId, 'maxDeletedId'),
    figure('memory', formatAllBytes(view.memoryBytes), 'memoryBytes'),
  ];
}
