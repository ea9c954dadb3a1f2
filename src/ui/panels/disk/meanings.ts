/** The purpose of opcodes, types and notes of a file, in a sentence. */
import type { DiskSpan } from '../../../protocol/views-disk.ts';
import type { Language } from '../../i18n/language.ts';
import type { Pair } from '../../i18n/pair.ts';

const byWord: Readonly<Record<string, Pair>> = {
  SELECTDB: { en: 'The keys that follow belong to this database', zh: '后面的键属于这个库' },
  RESIZEDB: {
    en: 'How many keys follow and how many of them expire, so the loader can size the tables up front',
    zh: '后面有多少键、多少个会过期，加载时一次把哈希表开够',
  },
  EXPIRETIME_MS: {
    en: 'The next key expires at this Unix time in milliseconds',
    zh: '下一个键在这个毫秒时间戳过期',
  },
  EXPIRETIME: { en: 'The next key expires at this Unix time in seconds', zh: '下一个键在这个秒级时间戳过期' },
  IDLE: { en: 'How long the next key has been idle, in seconds (LRU)', zh: '下一个键已空闲多少秒（LRU）' },
  FREQ: {
    en: 'How often the next key was used, as a logarithm (LFU)',
    zh: '下一个键的访问频度，对数计数（LFU）',
  },
  FUNCTION_2: { en: 'The source of a function library', zh: '一个函数库的源码' },
  EOF: { en: 'The end; only the checksum follows', zh: '到此结束，后面只有校验和' },
  STRING: { en: 'The next value is a string', zh: '接下来的值是字符串' },
  LIST_QUICKLIST_2: {
    en: 'A list: its nodes follow in their in-memory form',
    zh: '列表：节点按内存里的样子写出',
  },
  HASH_LISTPACK: {
    en: 'A small hash: its listpack as one string',
    zh: '小哈希：整个 listpack 当一个字符串写出',
  },
  ZSET_LISTPACK: {
    en: 'A small sorted set: its listpack as one string',
    zh: '小有序集合：整个 listpack 写出',
  },
  SET_INTSET: { en: 'A set of integers: its intset as one string', zh: '整数集合：整个 intset 写出' },
  HASH: { en: 'A hash: fields and values one by one', zh: '哈希：字段和值逐个写出' },
  SET: { en: 'A set: members one by one', zh: '集合：成员逐个写出' },
  ZSET_2: { en: 'A sorted set: members with 8-byte scores', zh: '有序集合：成员与 8 字节分值' },
  STREAM_LISTPACKS_2: { en: 'A stream: its listpacks, then groups', zh: '流：先是 listpack，再是消费组' },
};

const byRole: Partial<Record<DiskSpan['role'], Pair>> = {
  magic: { en: 'REDIS and the format version, four digits', zh: 'REDIS 加 4 位格式版本号' },
  aux: { en: 'Who wrote the file and when; a reader may skip it', zh: '谁在何时写的；读的人可以跳过' },
  checksum: {
    en: 'CRC-64 of everything before it; zero when rdbchecksum is off',
    zh: '前面所有字节的 CRC-64；关闭 rdbchecksum 时全是 0',
  },
  command: { en: 'The server runs this again at startup', zh: '重启时会重新执行' },
  annotation: { en: 'A timestamp, for point-in-time recovery', zh: '时间戳，便于恢复到某一时刻' },
  manifest: {
    en: 'A file that belongs to the AOF: b base, i increment, h history',
    zh: 'AOF 由哪些文件组成：b 基础，i 增量，h 历史',
  },
  damaged: { en: 'The bytes from here on cannot be decoded', zh: '从这里起的字节读不懂了' },
};

export function meaningOf({ role, text }: DiskSpan, language: Language): string | null {
  const word = role === 'opcode' || role === 'form' ? byWord[text.split(' ')[0]] : undefined;
  return (word ?? byRole[role])?.[language] ?? null;
}
