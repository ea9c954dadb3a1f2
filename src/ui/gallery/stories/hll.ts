import type { HllTarget } from '../../../protocol/views.ts';
import type { Story } from '../story.ts';

const latest: HllTarget = { kind: 'hll', db: 0, key: null };

const many = (prefix: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `${prefix}${from + at}`).join(' ');

const stories: readonly Story[] = [
  {
    id: 'hll-add',
    title: { en: 'An element finds its register', zh: '一个元素找到自己的寄存器' },
    given: ['PFADD visitors ann bob cat dan eve'],
    shown: 'PFADD visitors fay',
    target: latest,
    openAt: 'hyperloglog.split',
  },
  {
    id: 'hll-promote',
    title: { en: 'Too long to stay sparse', zh: '太长了，从稀疏变成稠密' },
    config: { 'hll-sparse-max-bytes': '60' },
    given: ['PFADD visitors a b c d e f g h i j k l m n'],
    shown: 'PFADD visitors o',
    target: latest,
    openAt: 'hyperloglog.promote',
  },
  {
    id: 'hll-sparse',
    title: { en: 'Hundreds of runs', zh: '几百段的稀疏表示' },
    given: [`PFADD visitors ${many('user:', 0, 400)}`, 'PFCOUNT visitors'],
    target: latest,
  },
  {
    id: 'hll-dense',
    title: { en: 'Twenty thousand elements', zh: '两万个元素' },
    given: [`PFADD visitors ${many('user:', 0, 20_000)}`, 'PFCOUNT visitors'],
    target: latest,
  },
  {
    id: 'hll-unknown',
    title: { en: 'A copy: its true count is unknown', zh: '副本：没人数过它见过多少元素' },
    given: ['PFADD visitors ann bob', 'COPY visitors copy', 'PFADD copy cat'],
    target: latest,
  },
  { id: 'hll-empty', title: { en: 'Nothing counted yet', zh: '还没有计数' }, target: latest },
];

export default stories;
