/** The heap as a grid of pages: shared ones quiet, copied ones in colour, new ones apart. */
import type { PageArena, PageCell, PagesView } from '../../../protocol/views-pages.ts';
import { type ExplainedFigure, explainedFigure } from '../stage/figures.ts';
import { type Pill, SheetPen } from '../stage/pen.ts';
import { type Box, cellBox, type GridMark, gridSize, type Layout, type Scene } from '../stage/sheet.ts';
import { hex, stateOf } from './describe.ts';
import { type PagesWords, pagesWords } from './words.ts';

const sectionGap = 18;
const cellSide = 22;
const cellGap = 3;
const mostColumns = 32;
/** Room for the word in front of a grid. */
const ownerWidth = 64;
/** With more cells the child's pages are left out: they are the parent's without the changes. */
const mostWithChild = 128;

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
  if (view.hasForked) {
    drawLegend(pen, view, words);
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
  if (!view.hasForked) {
    const value = pagesOf(view.sharedAtFork, view.sharedAtFork * pageBytes);
    return [{ id: 'now', name: figures.now, value, detail: figureSays.now, part: 'sharedAtFork' }];
  }
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

/** Cells of one arena: as the parent has them and, while there is room for both, as the child has them. */
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
  const hot =
    step?.type === 'pages.copy'
      ? cells.findIndex(({ page, pages: count }) => step.page >= page && step.page < page + count)
      : -1;
  const numbers = (is: (cell: PageCell) => boolean) => cells.flatMap((cell, at) => (is(cell) ? [at] : []));
  const untouched = numbers((cell) => !cell.isNew && cell.copied === 0);
  const written = numbers(({ copied }) => copied > 0);
  const hasChild = view.child !== null;
  const parent = drawGrid(pen, arena.arena, hasChild ? words.parent : null, cells.length, {
    layers: [
      { tone: 'old', cells: hasChild ? untouched : [] },
      { tone: 'bad', cells: written },
      { tone: 'new', cells: view.hasForked ? numbers(({ isNew }) => isNew) : [] },
      { tone: 'hot', cells: hot < 0 ? [] : [hot] },
    ],
    says: (at) => ({
      head: words.cell(hex(cells[at].address), cells[at].pages),
      detail: stateOf(cells[at], view, words),
    }),
    part: (at) => `arenas.${nth}.cells.${at}.copied`,
  });
  const old = cells.filter(({ isNew }) => !isNew);
  if (hasChild && cells.length <= mostWithChild && old.length > 0) {
    pen.y += 6;
    drawGrid(pen, `${arena.arena}:child`, words.child, old.length, {
      layers: [
        { tone: 'old', cells: untouched },
        { tone: 'meta', cells: written },
      ],
      says: (at) => ({
        head: words.cell(hex(old[at].address), old[at].pages),
        detail: old[at].copied > 0 ? words.states.kept : words.states.shared,
      }),
    });
  }
  return hot < 0 ? null : cellBox(parent, hot);
}

function drawGrid(
  pen: SheetPen,
  id: string,
  owner: string | null,
  count: number,
  marks: Pick<GridMark, 'layers' | 'says' | 'part'>,
): GridMark {
  const x = pen.left + (owner === null ? 0 : ownerWidth);
  const columns = Math.max(
    4,
    Math.min(mostColumns, Math.floor((pen.right - x + cellGap) / (cellSide + cellGap))),
  );
  if (owner !== null) {
    pen.labels.push({
      id: `owner:${id}`,
      x: pen.left,
      y: pen.y + cellSide / 2,
      text: owner,
      look: 'note',
    });
  }
  const grid: GridMark = {
    id,
    x,
    y: pen.y,
    columns,
    count,
    cell: { width: cellSide, height: cellSide },
    gap: cellGap,
    ...marks,
  };
  pen.grids.push(grid);
  pen.y += gridSize(grid).height;
  return grid;
}

/** What the colours mean, with the number of pages of each. */
function drawLegend(pen: SheetPen, view: PagesView, words: PagesWords): void {
  const { legend, states } = words;
  const shared = view.sharedAtFork - view.copiedPages;
  const pill = (id: keyof PagesWords['legend'], tone: Pill['tone'], pages: number, detail: string): Pill => ({
    id: `legend:${id}`,
    text: legend[id](pages),
    look: 'note',
    tone,
    says: { head: legend[id](pages), detail },
  });
  const pills = [
    ...(view.child === null ? [] : [pill('shared', 'old', shared, states.shared)]),
    pill('copied', 'bad', view.copiedPages, states.copied(1, 1)),
    ...(view.child === null ? [] : [pill('kept', 'meta', view.copiedPages, states.kept)]),
    pill('new', 'new', view.newPages, states.new),
  ];
  pen.pills(pills, pen.left, pen.right);
}
