import { encodeUtf8 } from '../../../protocol/utf8.ts';
import type { StreamTarget } from '../../../protocol/views.ts';
import type { Story } from '../story.ts';

const latest: StreamTarget = {
  kind: 'stream',
  db: 0,
  key: null,
  from: null,
  node: null,
  entries: { from: -1, count: 24 },
  group: null,
  pending: { from: 0, count: 40 },
  follow: true,
};

const readings = ['1001-0 21', '1002-0 22', '1002-1 22', '1300-0 20', '1301-0 19', '70000-0 18'].map(
  (reading) => {
    const [id, temp] = reading.split(' ');
    return `XADD room ${id} temp ${temp} unit C`;
  },
);
const small = { 'stream-node-max-entries': '3' };

const stories: readonly Story[] = [
  {
    id: 'stream-append',
    title: { en: 'An entry with different fields', zh: '字段不同的条目' },
    config: small,
    given: readings.slice(0, 4),
    shown: 'XADD room 1301-0 temp 19 humidity 40',
    target: latest,
    openAt: 'stream.append',
  },
  {
    id: 'stream-split',
    title: { en: 'A full listpack, and the tree splits', zh: 'listpack 满了，基数树分裂' },
    config: small,
    given: readings.slice(0, 3),
    shown: readings[3],
    target: latest,
    openAt: 'rax.split',
  },
  {
    id: 'stream-claim',
    title: { en: 'A pending entry changes hands', zh: '待确认的条目换手' },
    config: small,
    given: [
      ...readings,
      'XGROUP CREATE room billing 0',
      'XGROUP CREATE room audit $',
      'XREADGROUP GROUP billing alice COUNT 3 STREAMS room >',
      'XREADGROUP GROUP billing bob COUNT 2 STREAMS room >',
      'XDEL room 1002-1',
      '@ 90000 ms',
    ],
    shown: 'XCLAIM room billing bob 60000 1001-0',
    target: { ...latest, group: encodeUtf8('billing') },
    openAt: 'group.deliver',
  },
  {
    id: 'stream-trim',
    title: { en: 'An approximate trim keeps whole listpacks', zh: '近似裁剪只删整个 listpack' },
    config: small,
    given: [...readings, 'XDEL room 1002-0'],
    shown: 'XTRIM room MAXLEN ~ 2',
    target: latest,
    openAt: 'stream.keep',
  },
  {
    id: 'stream-many',
    title: { en: 'More listpacks than fit', zh: '放不下的许多 listpack' },
    config: { 'stream-node-max-entries': '2' },
    given: Array.from({ length: 90 }, (_, nth) => `XADD log ${1700000000000 + nth * 977}-0 n ${nth}`),
    target: latest,
  },
  {
    id: 'stream-empty',
    title: { en: 'No stream yet', zh: '还没有流' },
    target: latest,
  },
];

export default stories;
