/** The pages in words: beside the title, and as a table. */
import type { PageCell, PagesView } from '../../../protocol/views-pages.ts';
import type { Language } from '../../i18n/language.ts';
import type { AccessibleTable } from '../stage/sheet.ts';
import { type PagesWords, pagesWords } from './words.ts';

export function summarisePages(view: PagesView, language: Language): readonly string[] {
  const words = pagesWords[language];
  return [view.child === null ? words.noChild : words.jobs[view.child.job]];
}

export function hex(address: number): string {
  return `0x${address.toString(16)}`;
}

export function stateOf(cell: PageCell, view: PagesView, words: PagesWords): string {
  if (!view.hasForked) return words.states.plain;
  if (cell.isNew) return words.states.new;
  if (cell.copied > 0) return words.states.copied(cell.copied, cell.pages);
  return view.child === null ? words.states.plain : words.states.shared;
}

export function accessiblePages(view: PagesView, language: Language): AccessibleTable {
  const words = pagesWords[language];
  const { pageBytes, hugePageBytes } = view;
  const rows = [
    {
      id: 'shared',
      name: words.figures.shared,
      text: words.pagesOf(view.sharedAtFork, view.sharedAtFork * pageBytes),
    },
    {
      id: 'copied',
      name: words.figures.copied,
      text: words.pagesOf(view.copiedPages, view.copiedPages * pageBytes),
    },
    {
      id: 'huge',
      name: words.figures.huge,
      text: words.pagesOf(view.hugeCopied, view.hugeCopied * hugePageBytes),
    },
    { id: 'new', name: words.figures.new, text: words.pagesOf(view.newPages, view.newPages * pageBytes) },
  ];
  if (!view.hasForked)
    return { caption: words.stage, rows: [{ ...rows[0], id: 'now', name: words.figures.now }] };
  const copied = view.arenas.flatMap(({ cells }) => cells.filter((cell) => cell.copied > 0));
  return {
    caption: words.stage,
    rows: [
      ...rows,
      ...copied.map((cell) => ({
        id: String(cell.page),
        name: words.cell(hex(cell.address), cell.pages),
        text: stateOf(cell, view, words),
      })),
    ],
  };
}
