/** The picture of the memory that a child shares with its parent, page by page. */
export interface PagesTarget {
  readonly kind: 'pages';
  readonly db: number;
}

/** One page of 4 KB, or several in a row where there are too many to show. */
export interface PageCell {
  /** Of the first page. */
  readonly page: number;
  readonly address: number;
  readonly pages: number;
  /** How many of them were copied since the fork. */
  readonly copied: number;
  /** Whether they were taken after the fork: only the parent has them. */
  readonly isNew: boolean;
}

/** One of the two arenas of the heap (engine/base/heap.ts). */
export interface PageArena {
  readonly arena: 'keys' | 'structures';
  readonly cells: readonly PageCell[];
}

export interface PagesView {
  readonly kind: 'pages';
  readonly nowMs: number;
  /** The child that shares the memory now; null if there is none. */
  readonly child: { readonly job: 'rdb-save' | 'aof-rewrite'; readonly endsAtMs: number } | null;
  /** Whether a child has ever lived; without one there is nothing to compare with. */
  readonly hasForked: boolean;
  readonly pageBytes: number;
  readonly hugePageBytes: number;
  /** Pages at the fork; those of now before the first one. */
  readonly sharedAtFork: number;
  readonly copiedPages: number;
  readonly newPages: number;
  /** Pages of 2 MB in which the heap at the fork lies, and in which the copied pages lie. */
  readonly hugeAtFork: number;
  readonly hugeCopied: number;
  /** Pages in one cell. */
  readonly pagesPerCell: number;
  readonly arenas: readonly PageArena[];
}
