/** The memory that a child shares with its parent. */
import type { PagesView } from '../views-pages.ts';
import { observation } from './observation.ts';
import type { EngineReader } from './reader.ts';

const given = 'SET user:{1..200} x\nBGSAVE\nSET user:1 y';

export const pagesObservations = [
  observation({
    path: 'pages.atFork',
    value: 'number',
    zh: 'fork 时的内存页',
    en: 'pages at the fork',
    note: 'of 4 KB; of the latest fork, or the pages of now before the first',
    example: { given, path: 'pages.atFork' },
    read: (engine) => pagesOf(engine)?.sharedAtFork ?? null,
  }),
  observation({
    path: 'pages.copied',
    value: 'number',
    zh: 'fork 后复制的内存页',
    en: 'pages copied since the fork',
    note: 'of 4 KB; counted until the child ends',
    example: { given, path: 'pages.copied' },
    read: (engine) => pagesOf(engine)?.copiedPages ?? null,
  }),
  observation({
    path: 'pages.copiedBytes',
    value: 'number',
    zh: 'fork 后复制的字节数',
    en: 'bytes copied since the fork',
    note: 'in pages of 4 KB',
    example: { given, path: 'pages.copiedBytes' },
    read: (engine) => {
      const view = pagesOf(engine);
      return view === null ? null : view.copiedPages * view.pageBytes;
    },
  }),
  observation({
    path: 'pages.hugeCopiedBytes',
    value: 'number',
    zh: '用 2 MB 大页时复制的字节数',
    en: 'bytes copied with 2 MB pages',
    note: 'the same writes if the heap lay in transparent huge pages',
    example: { given, path: 'pages.hugeCopiedBytes' },
    read: (engine) => {
      const view = pagesOf(engine);
      return view === null ? null : view.hugeCopied * view.hugePageBytes;
    },
  }),
];

function pagesOf(engine: EngineReader): PagesView | null {
  return engine.view({ kind: 'pages', db: 0 });
}
