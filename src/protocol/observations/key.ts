/** A key, whatever its type. */
import { encodeUtf8 } from '../utf8.ts';
import type { ObjectValueView, SdsView } from '../views-object.ts';
import { observation } from './observation.ts';
import type { EngineReader } from './reader.ts';

const hash = 'HSET user:1 name ann age 41';
const appended = 'SET greeting hello\nAPPEND greeting " world"';

export const keyObservations = [
  observation({
    path: 'db<db>.place(<key>)',
    value: 'text',
    zh: ({ key }) => `${key} 的位置`,
    en: ({ key }) => `place of ${key}`,
    sentence: {
      zh: ({ key }) => `${key} 所在的表和桶是 {n}`,
      en: ({ key }) => `The table and bucket of ${key} are {n}`,
    },
    note: 'table and bucket its entry lies in, such as 1:10',
    example: { given: 'SET user:{1..5} x', path: 'db0.place(user:3)' },
    read(engine, { db, key }) {
      const facts = engine.key(db, key);
      return facts === null ? null : `${facts.table}:${facts.bucket}`;
    },
  }),
  observation({
    path: 'db<db>.encoding(<key>)',
    value: 'text',
    zh: ({ key }) => `${key} 的编码`,
    en: ({ key }) => `encoding of ${key}`,
    example: { given: hash, path: 'db0.encoding(user:1)', reportedBy: ['OBJECT ENCODING user:1'] },
    read: (engine, { db, key }) => engine.key(db, key)?.encoding ?? null,
  }),
  observation({
    path: 'db<db>.memory(<key>)',
    value: 'number',
    zh: ({ key }) => `${key} 占的内存`,
    en: ({ key }) => `memory of ${key}`,
    reads: 'value',
    note: 'bytes',
    example: { given: hash, path: 'db0.memory(user:1)', reportedBy: ['MEMORY USAGE user:1'] },
    read: (engine, { db, key }) => engine.packed(db, key)?.memoryBytes ?? null,
  }),
  observation({
    path: 'db<db>.elements(<key>)',
    value: 'number',
    zh: ({ key }) => `${key} 的元素个数`,
    en: ({ key }) => `elements of ${key}`,
    note: 'its fields, members or elements',
    example: { given: hash, path: 'db0.elements(user:1)', reportedBy: ['HLEN user:1'] },
    read: (engine, { db, key }) => engine.packed(db, key)?.elements ?? null,
  }),
  observation({
    path: 'db<db>.refcount(<key>)',
    value: 'number',
    zh: ({ key }) => `${key} 的引用计数`,
    en: ({ key }) => `refcount of ${key}`,
    reads: 'value',
    note: '2147483647 for a shared integer',
    example: { given: 'SET stock 100', path: 'db0.refcount(stock)', reportedBy: ['OBJECT REFCOUNT stock'] },
    read: (engine, given) => objectOf(engine, given)?.refcount ?? null,
  }),
  observation({
    path: 'db<db>.idle(<key>)',
    value: 'number',
    zh: ({ key }) => `${key} 闲置的秒数`,
    en: ({ key }) => `seconds ${key} was idle`,
    sentence: { zh: ({ key }) => `${key} 闲置了 {n} 秒`, en: ({ key }) => `${key} was idle for {n} seconds` },
    note: 'at the last command, which gives the server its time; null under an LFU policy',
    example: {
      given: 'SET user:1 ann\n@ 30000 ms\nPING',
      path: 'db0.idle(user:1)',
      reportedBy: ['OBJECT IDLETIME user:1'],
    },
    read: (engine, { db, key }) => engine.use(db, key)?.idleSeconds ?? null,
  }),
  observation({
    path: 'db<db>.frequency(<key>)',
    value: 'number',
    zh: ({ key }) => `${key} 的 LFU 计数`,
    en: ({ key }) => `LFU counter of ${key}`,
    reads: 'value',
    note: 'with its decay; null unless the policy is LFU',
    example: {
      given: 'CONFIG SET maxmemory-policy allkeys-lfu\nSET user:1 ann',
      path: 'db0.frequency(user:1)',
      reportedBy: ['OBJECT FREQ user:1'],
    },
    read: (engine, { db, key }) => engine.use(db, key)?.frequency ?? null,
  }),
  observation({
    path: 'db<db>.expireAt(<key>)',
    value: 'number',
    zh: ({ key }) => `${key} 的过期时刻`,
    en: ({ key }) => `when ${key} expires`,
    sentence: {
      zh: ({ key }) => `${key} 的过期时刻是 {n}`,
      en: ({ key }) => `The time when ${key} expires is {n}`,
    },
    note: 'Unix milliseconds; -1 without an expiry',
    example: {
      given: 'SET session:1 ann EX 60',
      path: 'db0.expireAt(session:1)',
      reportedBy: ['PEXPIRETIME session:1'],
    },
    read: (engine, { db, key }) => engine.key(db, key)?.expireAtMs ?? null,
  }),
  observation({
    path: 'db<db>.sds(<key>).length',
    value: 'number',
    zh: ({ key }) => `${key} 的 len`,
    en: ({ key }) => `len of ${key}`,
    sentence: { zh: ({ key }) => `${key} 的 len 是 {n}`, en: ({ key }) => `len of ${key} is {n}` },
    note: 'null for an integer and for anything but a string, here and below',
    example: { given: appended, path: 'db0.sds(greeting).length', reportedBy: ['STRLEN greeting'] },
    read: (engine, given) => sdsOf(engine, given)?.length ?? null,
  }),
  observation({
    path: 'db<db>.sds(<key>).alloc',
    value: 'number',
    zh: ({ key }) => `${key} 的 alloc`,
    en: ({ key }) => `alloc of ${key}`,
    sentence: { zh: ({ key }) => `${key} 的 alloc 是 {n}`, en: ({ key }) => `alloc of ${key} is {n}` },
    note: 'capacity without header and terminator',
    example: { given: appended, path: 'db0.sds(greeting).alloc' },
    read: (engine, given) => sdsOf(engine, given)?.alloc ?? null,
  }),
  observation({
    path: 'db<db>.sds(<key>).free',
    value: 'number',
    zh: ({ key }) => `${key} 的空闲字节`,
    en: ({ key }) => `spare bytes of ${key}`,
    note: 'alloc minus len',
    example: {
      given: appended,
      path: 'db0.sds(greeting).free',
      reportedBy: ['DEBUG SDSLEN greeting', 'val_sds_avail:'],
    },
    read(engine, given) {
      const sds = sdsOf(engine, given);
      return sds === null ? null : sds.alloc - sds.length;
    },
  }),
  observation({
    path: 'db<db>.sds(<key>).header',
    value: 'number',
    zh: ({ key }) => `${key} 的 sdshdr`,
    en: ({ key }) => `sdshdr of ${key}`,
    reads: 'value',
    note: '5, 8, 16, 32 or 64',
    example: { given: appended, path: 'db0.sds(greeting).header' },
    read: (engine, given) => sdsOf(engine, given)?.headerType ?? null,
  }),
];

interface OfKey {
  readonly db: number;
  readonly key: string;
}

function objectOf(engine: EngineReader, { db, key }: OfKey): ObjectValueView | null {
  return engine.view({ kind: 'object', db, key: encodeUtf8(key) })?.value ?? null;
}

function sdsOf(engine: EngineReader, given: OfKey): SdsView | null {
  return objectOf(engine, given)?.sds ?? null;
}
