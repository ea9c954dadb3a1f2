/**
 * A stream as a sheet: figures, the radix tree with its listpacks, the inside of one listpack, and one group. Where
 * there are groups they come first: the structure below them is long, and readers of a queue look for who has what.
 */
import type { StreamView } from '../../../protocol/views.ts';
import { formatAllBytes } from '../../i18n/amounts.ts';
import { type ExplainedFigure, explainedFigure } from '../stage/figures.ts';
import { SheetPen } from '../stage/pen.ts';
import type { Box, Layout, Point } from '../stage/sheet.ts';
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
  let among: Box | null = null;
  const groups = () => {
    among = drawGroups(pen, view, hot, words, language);
  };
  if (view.groupCount > 0) {
    groups();
    pen.y += sectionGap;
  }
  pen.figures(figuresOf(view, words).map(explainedFigure));
  pen.y += sectionGap;
  const inTree = drawTree(pen, view, hot, words);
  pen.y += sectionGap;
  const inside = drawOpen(pen, view, hot, words);
  if (view.groupCount === 0) {
    pen.y += sectionGap;
    groups();
  }
  const focus: Box | null = among ?? inside.focus ?? inTree;
  deliverFrom(pen, view, inside.places);
  return pen.sheet(size.width, focus);
};

/** A newly pending entry flies to its lane from where it lies in the listpack. */
function deliverFrom(pen: SheetPen, view: StreamView, places: ReadonlyMap<string, Point>): void {
  const idOf = new Map(view.shown?.pending.map(({ address, id }) => [`nack:${address}`, id]));
  for (const [nth, box] of pen.boxes.entries()) {
    const enters = places.get(idOf.get(box.id) ?? '');
    if (enters !== undefined) pen.boxes[nth] = { ...box, enters };
  }
}

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
