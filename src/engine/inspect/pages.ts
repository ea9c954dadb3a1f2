/** Pages that a saving child shares with its parent, and those that were copied since the fork. */
import type { PageArena, PageCell, PagesTarget, PagesView } from '../../protocol/views-pages.ts';
import { HEAP_BASE } from '../base/heap.ts';
import { HUGE_PAGE_BYTES, hugePagesOf, PAGE_BYTES, type PageRange } from '../base/page-copies.ts';
import type { Database } from '../keyspace/database.ts';
import type { Server } from '../state/server.ts';
import type { ViewKind } from './kind.ts';

/** More than this would not fit a blackboard. */
const MAX_CELLS = 512;
const ARENAS = ['keys', 'structures'] as const;

export const pagesView: ViewKind<'pages'> = {
  read: readPages,
  changedBy: ({ type }) => type === 'pages.copy' || type === 'disk.fork' || type === 'disk.snapshot',
};

function readPages(server: Server, _db: Database, _target: PagesTarget): PagesView {
  const { env, persistence, nowMs } = server;
  const child = persistence.rdb.child ?? persistence.aof.child;
  const copies = env.heap.copies ?? persistence.lastCopies;
  const now = env.heap.pages();
  const atFork = copies?.atFork ?? now;
  const total = now.reduce((sum, range) => sum + countOf(range), 0);
  const pagesPerCell = cellSizeFor(total);
  const copied = copies?.copied ?? new Set<number>();
  return {
    kind: 'pages',
    nowMs,
    child:
      child === null
        ? null
        : { job: persistence.rdb.child === null ? 'aof-rewrite' : 'rdb-save', endsAtMs: child.job.endsAtMs },
    hasForked: copies !== null,
    pageBytes: PAGE_BYTES,
    hugePageBytes: HUGE_PAGE_BYTES,
    sharedAtFork: atFork.reduce((sum, range) => sum + countOf(range), 0),
    copiedPages: copied.size,
    newPages: now.reduce((sum, range, nth) => sum + Math.max(0, range.to - atFork[nth].to), 0),
    hugeAtFork: hugePagesOf(atFork.flatMap(({ from, to }) => pagesIn(from, to))),
    hugeCopied: hugePagesOf(copied),
    pagesPerCell,
    arenas: now.map(
      (range, nth): PageArena => ({
        arena: ARENAS[nth],
        cells: [
          ...cellsOf({ from: range.from, to: Math.min(range.to, atFork[nth].to) }, false),
          ...cellsOf({ from: Math.max(range.from, atFork[nth].to), to: range.to }, true),
        ],
      }),
    ),
  };

  function cellsOf({ from, to }: PageRange, isNew: boolean): PageCell[] {
    const cells: PageCell[] = [];
    for (let page = from; page < to; page += pagesPerCell) {
      const pages = pagesIn(page, Math.min(to, page + pagesPerCell));
      cells.push({
        page,
        address: HEAP_BASE + page * PAGE_BYTES,
        pages: pages.length,
        copied: isNew ? 0 : pages.filter((each) => copied.has(each)).length,
        isNew,
      });
    }
    return cells;
  }
}

function countOf({ from, to }: PageRange): number {
  return to - from;
}

function pagesIn(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, nth) => from + nth);
}

/** A power of two. */
function cellSizeFor(pages: number): number {
  let size = 1;
  while (pages / size > MAX_CELLS) size *= 2;
  return size;
}
