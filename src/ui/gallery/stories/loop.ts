import type { WatchTarget } from '../../../protocol/views.ts';
import type { Story } from '../story.ts';

const loop: WatchTarget = { kind: 'loop', db: 0, turns: 32 };
const many = Array.from({ length: 9 }, (_, nth) => `${nth + 2}> SUBSCRIBE news`);

const stories: readonly Story[] = [
  {
    id: 'loop-turns',
    title: { zh: '一轮接一轮', en: 'Turn after turn' },
    config: { save: '' },
    given: [
      'SET stock 3 PX 900',
      '@ 250 ms',
      '2> BLPOP jobs 1',
      '@ 400 ms',
      'RPUSH queue a b c',
      '@ 1200 ms',
    ],
    shown: 'LRANGE queue 0 -1',
    target: loop,
  },
  {
    id: 'loop-blocked',
    title: { zh: '一条慢命令挡住所有人', en: 'One slow command blocks every client' },
    config: { save: '', 'enable-debug-command': 'yes' },
    given: ['SET k 1', '@ 100 ms', 'DEBUG SLEEP 0.4', '@ 50 ms', '2> GET k', '@ 100 ms', '3> INCR k'],
    shown: '@ 400 ms',
    target: loop,
  },
  {
    id: 'loop-script',
    title: { zh: '长脚本占住线程', en: 'A long script holds the thread' },
    config: { save: '' },
    given: [
      'SET k 1',
      '@ 40 ms',
      'EVAL "local x = 0 for i = 1, 200000 do x = x + i end return x" 0',
      '@ 8 ms',
      '2> GET k',
    ],
    shown: '@ 60 ms',
    target: loop,
  },
  {
    id: 'loop-beside',
    title: { zh: '旁边的线程与子进程', en: 'Threads and children beside it' },
    config: { appendonly: 'yes', appendfsync: 'always', save: '' },
    given: [
      `SADD big ${Array.from({ length: 400 }, (_, nth) => `element-${nth}`).join(' ')}`,
      '@ 20 ms',
      'BGSAVE',
      '@ 5 ms',
      'UNLINK big',
      '@ 40 ms',
      'SET a 1',
    ],
    shown: 'INCR a',
    target: loop,
  },
  {
    id: 'loop-io-threads',
    title: { zh: 'I/O 线程：写可以分担，执行不行', en: 'I/O threads: writing is spread, running is not' },
    config: { 'io-threads': '4', save: '' },
    given: [...many, '@ 30 ms'],
    shown: 'PUBLISH news hello',
    target: { ...loop, turns: 3 },
  },
  {
    id: 'loop-ready',
    title: { zh: '一轮里三个套接字就绪', en: 'Three sockets ready in one turn' },
    config: { save: '', 'enable-debug-command': 'yes' },
    given: [
      '5> BLPOP jobs 0',
      'DEBUG SLEEP 0.2',
      '@ 50 ms',
      '2> SET k 1',
      '@ 20 ms',
      '3> INCR k',
      '@ 20 ms',
      '4> GET k',
    ],
    shown: '@ 200 ms',
    target: { ...loop, turns: 8 },
  },
  {
    id: 'loop-long',
    title: { zh: '很多轮', en: 'Many turns' },
    config: { save: '' },
    given: Array.from({ length: 60 }, (_, nth) => (nth % 3 === 2 ? '@ 35 ms' : `INCR counter:${nth % 7}`)),
    target: loop,
  },
  {
    id: 'loop-first',
    title: { zh: '刚启动', en: 'Just started' },
    config: { save: '' },
    target: loop,
  },
];
export default stories;
