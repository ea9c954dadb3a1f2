/** The words on the panel's controls. Sentences about steps and structures are in narrate.ts and describe.ts. */

import { formatCount } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import type { Pair } from '../../i18n/pair.ts';
import type { CommandHint } from '../TryCommand.tsx';

const count = (language: Language) => (value: number) => formatCount(value, language);
const en = count('en');
const zh = count('zh');

export interface DictWords {
  readonly database: string;
  readonly which: string;
  readonly keys: string;
  readonly expires: string;
  readonly value: string;
  readonly key: string;
  readonly latestKey: string;
  readonly follow: string;
  readonly followHint: string;
  readonly fewer: string;
  readonly more: string;
  readonly buckets: string;
  readonly stage: string;
  readonly earlier: (table: 0 | 1) => string;
  readonly later: (table: 0 | 1) => string;
  readonly jump: (table: 0 | 1) => string;
  readonly windowBefore: string;
  readonly windowAfter: (last: number, size: number) => string;
  readonly overview: (table: 0 | 1) => string;
  readonly sampled: (sampled: number, size: number) => string;
  readonly counted: string;
  readonly bar: (length: number, andLonger: boolean, buckets: number, share: string) => string;
  readonly stripBucket: (bucket: number) => string;
  readonly emptyKeys: CommandHint;
  readonly emptyExpires: CommandHint;
  readonly emptyValue: CommandHint;
  /** A value that is kept otherwise than in a table. */
  readonly noTable: (key: string, encoding: string) => string;
  readonly accessibleBucket: (table: 0 | 1, bucket: number) => string;
  readonly accessibleEmpty: string;
}

export const dictWords: Pair<DictWords> = {
  en: {
    database: 'Database',
    which: 'Dictionary shown',
    keys: 'keys',
    expires: 'expires',
    value: 'value',
    key: 'Table of key',
    latestKey: 'the latest key',
    follow: 'Follow',
    followHint: 'Move the window to where the step happens',
    fewer: 'Show fewer buckets',
    more: 'Show more buckets',
    buckets: 'Buckets shown',
    stage: 'Buckets. Arrow keys move from bucket to bucket and along a chain.',
    earlier: (table) => `Earlier buckets of ht[${table}]`,
    later: (table) => `Later buckets of ht[${table}]`,
    jump: (table) => `First bucket shown of ht[${table}]`,
    windowBefore: 'bucket',
    windowAfter: (last, size) => `to ${en(last)} of ${en(size)}`,
    overview: (table) => `Chain lengths of ht[${table}]`,
    sampled: (sampled, size) => `chain lengths, sampled ${en(sampled)} of ${en(size)} buckets`,
    counted: 'chain lengths, all buckets',
    bar: (length, andLonger, buckets, share) =>
      `${en(buckets)} ${buckets === 1 ? 'bucket' : 'buckets'} (${share}) with ${length}${andLonger ? ' or more' : ''} ${length === 1 && !andLonger ? 'entry' : 'entries'}`,
    stripBucket: (bucket) => `bucket ${en(bucket)}`,
    emptyKeys: {
      before: 'This dictionary is empty. Type ',
      command: 'SET user:1 ann',
      after: ' and watch the first table appear.',
    },
    emptyExpires: {
      before: 'No key has an expiry time. Type ',
      command: 'EXPIRE user:1 100',
      after: ' to put one in here.',
    },
    emptyValue: {
      before: 'Large hashes, sets and sorted sets contain a dictionary. Type ',
      command: 'SADD tags a b c',
      after: ' and look at it.',
    },
    noTable: (key, encoding) =>
      encoding === '' ? `Key ${key} does not exist. ` : `${key} is stored as ${encoding}, without a table. `,
    accessibleBucket: (table, bucket) => `ht[${table}] bucket ${bucket}`,
    accessibleEmpty: 'empty',
  },
  zh: {
    database: '数据库',
    which: '查看哪个字典',
    keys: '键',
    expires: '过期',
    value: '值',
    key: '看谁的字典',
    latestKey: '最近用到的键',
    follow: '跟随',
    followHint: '让窗口移到当前步骤发生的地方',
    fewer: '少显示一些桶',
    more: '多显示一些桶',
    buckets: '显示的桶数',
    stage: '哈希桶。方向键逐桶移动，也可沿链表移动。',
    earlier: (table) => `ht[${table}] 前面的桶`,
    later: (table) => `ht[${table}] 后面的桶`,
    jump: (table) => `ht[${table}] 从几号桶开始显示`,
    windowBefore: '桶',
    windowAfter: (last, size) => `到 ${zh(last)}，共 ${zh(size)} 个`,
    overview: (table) => `ht[${table}] 的链长分布`,
    sampled: (sampled, size) => `链长分布，抽样 ${zh(sampled)} / ${zh(size)} 个桶`,
    counted: '链长分布，全部桶',
    bar: (length, andLonger, buckets, share) =>
      `${zh(buckets)} 个桶（${share}）链长${andLonger ? '不小于' : '为'} ${length}`,
    stripBucket: (bucket) => `${zh(bucket)} 号桶`,
    emptyKeys: { before: '字典还是空的。输入 ', command: 'SET user:1 ann', after: '，看第一张表出现。' },
    emptyExpires: {
      before: '还没有键设置过期时间。输入 ',
      command: 'EXPIRE user:1 100',
      after: '，就会出现在这里。',
    },
    emptyValue: {
      before: '大的哈希、集合、有序集合内部也是字典。输入 ',
      command: 'SADD tags a b c',
      after: '，看看它的样子。',
    },
    noTable: (key, encoding) =>
      encoding === '' ? `没有 ${key} 这个键。` : `${key} 的编码是 ${encoding}，没有用字典。`,
    accessibleBucket: (table, bucket) => `ht[${table}] ${bucket} 号桶`,
    accessibleEmpty: '空',
  },
};
