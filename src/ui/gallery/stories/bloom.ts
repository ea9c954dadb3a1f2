import { encodeUtf8 } from '../../../protocol/utf8.ts';
import type { BloomTarget } from '../../../protocol/views.ts';
import type { Story } from '../story.ts';

const latest: BloomTarget = {
  kind: 'bloom',
  db: 0,
  key: null,
  layer: -1,
  window: { from: 0, count: 256 },
  item: null,
};
const config = { loadmodule: 'bloom' };
const add = (count: number) => Array.from({ length: count }, (_, nth) => `BF.ADD seen user:${nth}`);

const stories: readonly Story[] = [
  {
    id: 'bloom-set',
    title: { en: 'An item sets its bits', zh: '一个元素置它的比特' },
    config,
    given: ['BF.RESERVE seen 0.01 50', ...add(20)],
    shown: 'BF.ADD seen ann',
    target: latest,
    openAt: 'bloom.set',
  },
  {
    id: 'bloom-false',
    title: { en: 'A false positive: all bits are set', zh: '比特全为 1 的陌生元素' },
    config,
    given: ['BF.RESERVE seen 0.2 40 NONSCALING', ...add(40)],
    target: { ...latest, strangers: 2000 },
  },
  {
    id: 'bloom-grow',
    title: { en: 'A full layer brings another one', zh: '一层满了，再加一层' },
    config,
    given: ['BF.RESERVE seen 0.05 10', ...add(30)],
    shown: 'BF.ADD seen last',
    target: latest,
    openAt: 'bloom.layer',
  },
  {
    id: 'bloom-many',
    title: { en: 'A window of a large filter', zh: '大过滤器的一个窗口' },
    config,
    given: ['BF.RESERVE seen 0.001 20000', ...add(300)],
    target: { ...latest, item: encodeUtf8('user:7') },
  },
  { id: 'bloom-empty', title: { en: 'No filter yet', zh: '还没有过滤器' }, config, target: latest },
];

export default stories;
