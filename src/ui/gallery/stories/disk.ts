import type { Story } from '../story.ts';

const latest = { kind: 'disk', db: 0, path: null, window: null } as const;

const stories: readonly Story[] = [
  {
    id: 'disk-append',
    title: { en: 'Written to the AOF, not yet fsynced', zh: '写进 AOF，还没 fsync' },
    config: { appendonly: 'yes', appendfsync: 'everysec', save: '' },
    given: ['SET greeting hello', '@ 1500 ms', 'INCR visits'],
    shown: 'RPUSH queue job:1 job:2',
    target: latest,
    openAt: 'disk.append',
  },
  {
    id: 'disk-fsync',
    title: { en: 'A second later: fsync', zh: '过一秒：fsync' },
    config: { appendonly: 'yes', appendfsync: 'everysec', save: '' },
    given: ['SET greeting hello', '@ 1500 ms', 'INCR visits'],
    shown: '@ 900 ms',
    target: latest,
    openAt: 'disk.fsync',
  },
  {
    id: 'disk-rdb',
    title: { en: 'A snapshot byte by byte', zh: '逐字节看快照' },
    config: { save: '3600 1 300 100 60 10000' },
    given: [
      'SET greeting hello PXAT 1800000000000',
      'SET visits 300',
      'RPUSH queue a b',
      'ZADD board 1.5 ann 2 bob',
      'SADD ids 1 2 300',
      'SAVE',
    ],
    target: { kind: 'disk', db: 0, path: 'dump.rdb', window: { from: 0, count: 512 } },
  },
  {
    id: 'disk-child',
    title: { en: 'A child saves while writes continue', zh: '子进程保存时仍有改动' },
    config: { save: '' },
    given: ['SET a 1', 'SET b 2', 'BGSAVE', 'SET c 3'],
    target: latest,
  },
  {
    id: 'disk-crash',
    title: { en: 'The power fails during a write', zh: '写到一半断电' },
    config: { appendonly: 'yes', appendfsync: 'everysec', save: '' },
    given: ['SET greeting hello', '@ 1500 ms', 'SET a 1', 'SET b 2', 'SET c 3'],
    shown: '@ crash torn',
    target: latest,
    openAt: 'disk.crash',
  },
  {
    id: 'disk-empty',
    title: { en: 'An empty disk', zh: '空磁盘' },
    config: { save: '' },
    target: latest,
  },
];

export default stories;
