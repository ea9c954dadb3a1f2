/** The heap as a grid of pages: shared ones quiet, copied ones in colour, new ones apart. */
import type { PageArena, PagesView } from '../../../protocol/views-pages.ts';
import { type ExplainedFigure, explainedFigure } from '../stage/figures.ts';
import { SheetPen } from '../stage/pen.ts';
import { type Box, cellBox, type GridMark, gridSize, type Layout, type Scene } from '../stage/sheet.ts';
import { hex, stateOf } from './describe.ts';
import { type PagesWords, pagesWords } from './words.ts';

const sectionGap = 18;
const cellSide = 20;
const cellGap = 3;
const mostColumns = 32;

export const layoutPages: Layout<PagesView> = (scene, size, language) => {
  const words = pagesWords[language];
  const { view } = scene;
  const pen = new SheetPen(size.width);
  pen.figures(figuresOf(view, words).map(explainedFigure));
  pen.y += sectionGap;
  if (view.child === null) {
    pen.note('state', view.hasForked ? words.ended : words.noFork);
    pen.y += sectionGap / 2;
  }
  let focus: Box | null = null;
  for (const [nth, arena] of view.arenas.entries()) {
    if (arena.cells.length === 0) continue;
    focus = drawArena(pen, scene, arena, nth, words) ?? focus;
    pen.y += sectionGap;
  }
  return pen.sheet(size.width, focus);
};

function figuresOf(view: PagesView, words: PagesWords): ExplainedFigure[] {
  const { figures, figureSays, pagesOf } = words;
  const { pageBytes, hugePageBytes } = view;
  return [
    {
      id: 'shared',
      name: figures.shared,
      value: pagesOf(view.sharedAtFork, view.sharedAtFork * pageBytes),
      detail: figureSays.shared,
      part: 'sharedAtFork',
    },
    {
      id: 'copied',
      name: figures.copied,
      value: pagesOf(view.copiedPages, view.copiedPages * pageBytes),
      detail: figureSays.copied,
      part: 'copiedPages',
    },
    {
      id: 'huge',
      name: figures.huge,
      value: pagesOf(view.hugeCopied, view.hugeCopied * hugePageBytes),
      detail: figureSays.huge,
      part: 'hugeCopied',
    },
    {
      id: 'new',
      name: figures.new,
      value: pagesOf(view.newPages, view.newPages * pageBytes),
      detail: figureSays.new,
      part: 'newPages',
    },
  ];
}

function drawArena(
  pen: SheetPen,
  { view, step }: Scene<PagesView>,
  arena: PageArena,
  nth: number,
  words: PagesWords,
): Box | null {
  const { cells } = arena;
  const pages = cells.reduce((sum, cell) => sum + cell.pages, 0);
  pen.title(arena.arena, words.arenas[arena.arena], words.arenaNote(pages, view.pagesPerCell));
  const columns = Math.max(
    4,
    Math.min(mostColumns, Math.floor((pen.width + cellGap) / (cellSide + cellGap))),
  );
  const numbers = (is: (cell: (typeof cells)[number]) => boolean) =>
    cells.flatMap((cell, at) => (is(cell) ? [at] : []));
  const hot =
    step?.type === 'pages.copy'
      ? cells.findIndex(({ page, pages: count }) => step.page >= page && step.page < page + count)
      : -1;
  const grid: GridMark = {
    id: arena.arena,
    x: pen.left,
    y: pen.y,
    columns,
    count: cells.length,
    cell: { width: cellSide, height: cellSide },
    gap: cellGap,
    layers: [
      { tone: 'old', cells: view.child === null ? [] : numbers((cell) => !cell.isNew && cell.copied === 0) },
      { tone: 'bad', cells: numbers(({ copied }) => copied > 0) },
      { tone: 'new', cells: view.hasForked ? numbers(({ isNew }) => isNew) : [] },
      { tone: 'hot', cells: hot < 0 ? [] : [hot] },
    ],
    says: (at) => ({
      head: words.cell(hex(cells[at].address), cells[at].pages),
      detail: stateOf(cells[at], view, words),
    }),
    part: (at) => `arenas.${nth}.cells.${at}.copied`,
  };
  pen.grids.push(grid);
  pen.y += gridSize(grid).height;
  return hot < 0 ? null : cellBox(grid, hot);
}
