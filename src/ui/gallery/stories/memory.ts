import type { MemoryMapTarget } from '../../../protocol/views.ts';
import type { Story } from '../story.ts';

const target: MemoryMapTarget = { kind: 'memory', db: 0, count: 60 };

const fields = (amount: number) =>
  Array.from({ length: amount }, (_, at) => `field${at} value${at}`).join(' ');
const members = (amount: number) => Array.from({ length: amount }, (_, at) => `member:${at}`).join(' ');
const strings = Array.from({ length: 150 }, (_, at) => `SET page:${at} ${'x'.repeat(1 + ((at * 37) % 160))}`);

const some = [
  'SET greeting hello',
  'SET counter 1234567',
  `SET article ${'Redis keeps it all in memory. '.repeat(12).trim().replaceAll(' ', '_')}`,
  `HSET user:1 ${fields(6)}`,
  `HSET user:2 ${fields(24)} note ${'n'.repeat(80)}`,
  `SADD tags ${members(40)}`,
  'SADD ids 1 2 3 4 5 6 7 8',
  `RPUSH queue ${members(60)}`,
  'ZADD board 1 ann 2 bob 3 cat 4 dan',
];

const stories: readonly Story[] = [
  {
    id: 'memory-map',
    title: { en: 'Keys and what their bytes are for', zh: '每个键的字节用在哪里' },
    given: some,
    target,
  },
  {
    id: 'memory-insert',
    title: { en: 'A key is added', zh: '加进一个键' },
    given: some.slice(0, 4),
    shown: 'SADD tags redis lua sql',
    target,
    openAt: 'dict.insert',
  },
  {
    id: 'memory-lazy',
    title: { en: 'Out of the keyspace, not yet out of memory', zh: '键已删除，内存还没归还' },
    given: [...some, `SADD big ${members(800)}`],
    shown: 'UNLINK big',
    target,
    openAt: 'lazyfree.queued',
  },
  {
    id: 'memory-many',
    title: { en: 'More keys than areas', zh: '键多到放不下' },
    given: strings,
    target,
  },
  {
    id: 'memory-fragmented',
    title: { en: 'Every second key is deleted', zh: '隔一个删一个' },
    given: [
      ...Array.from({ length: 400 }, (_, at) => `SET session:${at} ${'x'.repeat(60)}`),
      ...Array.from({ length: 199 }, (_, at) => `DEL session:${2 * at}`),
    ],
    shown: 'DEL session:398',
    target,
    openAt: 'dict.remove',
  },
  { id: 'memory-empty', title: { en: 'No keys', zh: '没有键' }, target },
];

export default stories;
