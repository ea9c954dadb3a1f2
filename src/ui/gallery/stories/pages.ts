import type { Story } from '../story.ts';

const target = { kind: 'pages', db: 0 } as const;
const letters = (count: number) => 'v'.repeat(count);
/** Some pages of values: four of 1,000 bytes to a page. */
const filled = Array.from({ length: 24 }, (_, nth) => `SET page:${nth + 1} ${letters(1000)}`);

const stories: readonly Story[] = [
  {
    id: 'pages-alone',
    title: { en: 'Before a fork', zh: 'fork 之前' },
    config: { save: '' },
    given: filled,
    target,
  },
  {
    id: 'pages-forked',
    title: { en: 'Forked: everything is shared', zh: '刚 fork：全部共享' },
    config: { save: '' },
    given: filled,
    shown: 'BGSAVE',
    target,
    openAt: 'disk.fork',
  },
  {
    id: 'pages-copied',
    title: { en: 'A write copies pages', zh: '一次写入复制几页' },
    config: { save: '' },
    given: [...filled, 'BGSAVE', 'SETRANGE page:3 0 hello', 'SETRANGE page:17 0 hello'],
    shown: 'SET page:9 short',
    target,
    openAt: 'pages.copy',
  },
  {
    id: 'pages-ended',
    title: { en: 'The child has ended', zh: '子进程结束了' },
    config: { save: '' },
    given: [...filled, 'BGSAVE', `SET page:30 ${letters(20_000)}`, 'DEL page:5'],
    shown: '@ 1 s',
    target,
  },
];

export default stories;
