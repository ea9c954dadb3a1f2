import type { PageArena, PagesView } from '../../../protocol/views-pages.ts';
import { formatAllBytes } from '../../i18n/amounts.ts';
import type { Pair } from '../../i18n/pair.ts';

type Job = NonNullable<PagesView['child']>['job'];

export interface PagesWords {
  readonly title: string;
  readonly stage: string;
  readonly noChild: string;
  readonly noFork: string;
  readonly ended: string;
  readonly jobs: Record<Job, string>;
  readonly parent: string;
  readonly child: string;
  readonly legend: Record<'shared' | 'copied' | 'kept' | 'new', (pages: number) => string>;
  readonly figures: Record<'now' | 'shared' | 'copied' | 'huge' | 'new', string>;
  readonly figureSays: Record<'now' | 'shared' | 'copied' | 'huge' | 'new', string>;
  readonly pagesOf: (pages: number, bytes: number) => string;
  readonly arenas: Record<PageArena['arena'], string>;
  readonly arenaNote: (pages: number, perCell: number) => string;
  readonly cell: (address: string, pages: number) => string;
  readonly states: {
    readonly plain: string;
    readonly shared: string;
    readonly copied: (copied: number, pages: number) => string;
    readonly new: string;
    readonly kept: string;
  };
  readonly copy: (address: string) => string;
  readonly fork: string;
  readonly done: string;
}

const number = (value: number) => value.toLocaleString('en-US');

export const pagesWords: Pair<PagesWords> = {
  en: {
    title: 'Pages of parent and child',
    stage: 'Memory pages, shared and copied',
    noChild: 'no child',
    noFork: 'No child has been forked yet: all pages belong to the server alone. BGSAVE forks one.',
    ended: 'The child has ended. This is what it cost.',
    jobs: { 'rdb-save': 'a child writes a snapshot', 'aof-rewrite': 'a child rewrites the AOF' },
    parent: 'parent',
    child: 'child',
    legend: {
      shared: (pages) => `${number(pages)} shared`,
      copied: (pages) => `${number(pages)} copied for the parent`,
      kept: (pages) => `${number(pages)} old, kept by the child`,
      new: (pages) => `${number(pages)} new`,
    },
    figures: {
      now: 'in use',
      shared: 'at the fork',
      copied: 'copied since',
      huge: 'with 2 MB pages',
      new: 'new since',
    },
    figureSays: {
      now: 'Pages of the heap. A fork would share all of them.',
      shared: 'Pages of the heap when the child was forked. None of them was copied then.',
      copied: 'Pages that the parent has written to since. The kernel copied each at the first write.',
      huge: 'What the same writes would copy if the heap were in transparent huge pages of 2 MB.',
      new: 'Pages taken after the fork. The child never knew them, so nothing is copied.',
    },
    pagesOf: (pages, bytes) => `${number(pages)} ${pages === 1 ? 'page' : 'pages'}, ${formatAllBytes(bytes)}`,
    arenas: { keys: 'Keys and short strings', structures: 'Tables, entries, objects, everything else' },
    arenaNote: (pages, perCell) =>
      perCell === 1
        ? `${number(pages)} ${pages === 1 ? 'page' : 'pages'} of 4 KB`
        : `${number(pages)} pages of 4 KB, ${number(perCell)} in a cell`,
    cell: (address, pages) => (pages === 1 ? `Page ${address}` : `${number(pages)} pages from ${address}`),
    states: {
      plain: 'belongs to the server alone',
      shared: 'shared: parent and child see the same page',
      copied: (copied, pages) =>
        pages === 1
          ? 'copied: the parent has its own, the child keeps the old one'
          : `${number(copied)} of ${number(pages)} copied`,
      new: 'new since the fork: only the parent has it',
      kept: 'the page as it was at the fork: only the child has it now',
    },
    copy: (address) =>
      `The parent writes to page ${address} for the first time since the fork: the kernel copies 4 KB.`,
    fork: 'fork: the child gets a page table of its own. All pages are shared, none is copied.',
    done: 'The child has ended: its old pages are freed, and no write copies anything any more.',
  },
  zh: {
    title: '父子进程的内存页',
    stage: '内存页：共享的和复制过的',
    noChild: '没有子进程',
    noFork: '还没有 fork 过子进程，所有页都归服务器自己。执行 BGSAVE 就会 fork。',
    ended: '子进程已经结束。这是它存在期间的代价。',
    jobs: { 'rdb-save': '子进程在写快照', 'aof-rewrite': '子进程在重写 AOF' },
    parent: '父进程',
    child: '子进程',
    legend: {
      shared: (pages) => `共享 ${number(pages)} 页`,
      copied: (pages) => `复制给父进程 ${number(pages)} 页`,
      kept: (pages) => `子进程留着的旧页 ${number(pages)} 页`,
      new: (pages) => `新增 ${number(pages)} 页`,
    },
    figures: {
      now: '正在使用',
      shared: 'fork 时',
      copied: '此后复制',
      huge: '若用 2 MB 大页',
      new: '此后新增',
    },
    figureSays: {
      now: '堆里的页。现在 fork 的话，全部共享。',
      shared: 'fork 那一刻堆里的页。那时一页都没有复制。',
      copied: '父进程此后写过的页。第一次写的时候，内核各复制了一份。',
      huge: '堆要是放在 2 MB 的透明大页里，同样的写入要复制多少。',
      new: 'fork 之后才申请的页。子进程没见过它们，不用复制。',
    },
    pagesOf: (pages, bytes) => `${number(pages)} 页，${formatAllBytes(bytes)}`,
    arenas: { keys: '键和短字符串', structures: '哈希表、节点、对象等其余部分' },
    arenaNote: (pages, perCell) =>
      perCell === 1 ? `${number(pages)} 页，每页 4 KB` : `${number(pages)} 页，每格 ${number(perCell)} 页`,
    cell: (address, pages) => (pages === 1 ? `页 ${address}` : `从 ${address} 起的 ${number(pages)} 页`),
    states: {
      plain: '归服务器自己',
      shared: '共享：父子进程看到的是同一页',
      copied: (copied, pages) =>
        pages === 1
          ? '已复制：父进程用新的，子进程留着旧的'
          : `${number(pages)} 页里复制了 ${number(copied)} 页`,
      new: 'fork 之后新增，只有父进程有',
      kept: 'fork 那一刻的旧页，现在只有子进程有',
    },
    copy: (address) => `fork 之后父进程第一次写页 ${address}：内核复制 4 KB。`,
    fork: 'fork：子进程得到一份自己的页表。所有页都共享，一页也没复制。',
    done: '子进程结束：旧页释放，之后的写入不再复制任何东西。',
  },
};
