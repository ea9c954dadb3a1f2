import type { Story } from '../story.ts';

const target = { kind: 'keyspace', db: 0, window: { from: 0, count: 64 } } as const;

const stories: readonly Story[] = [
  {
    id: 'keyspace',
    title: { en: 'Keyspace', zh: '键空间' },
    given: [
      `SET cart:7 '{"items":[{"sku":"A-1009","count":2},{"sku":"B-77","count":1}]}'`,
      'SET session:9f3c user:7 EX 90',
      'SET short "soon gone" PX 2400',
      'SET stock:123 0',
      'SET user:1 ann EX 3600',
      'SET user:2 李雷',
      'SET "\\x00\\xff binary" "\\xe2\\x28\\xa1"',
      'HSET 用户:资料:7 name 韩梅梅 city 杭州',
      'EXPIRE 用户:资料:7 864000',
      'RPUSH tasks "write the report" "send it"',
    ],
    target,
  },
  {
    id: 'keyspace-empty',
    title: { en: 'Keyspace, empty', zh: '键空间：空' },
    target,
  },
  {
    id: 'keyspace-huge',
    title: { en: 'Keyspace, 131,072 keys', zh: '键空间：十三万个键' },
    config: { 'enable-debug-command': 'yes' },
    given: [
      'DEBUG POPULATE 131072',
      'EXPIRE key:24784 90',
      'PEXPIRE key:100339 2400',
      'EXPIRE key:36374 3600',
      'EXPIRE key:92380 864000',
    ],
    target,
  },
];

export default stories;
