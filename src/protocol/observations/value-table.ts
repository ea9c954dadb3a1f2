/** The dictionary inside a hash, set or sorted set. Null while it is packed. */
import { encodeUtf8 } from '../utf8.ts';
import type { DictView } from '../views.ts';
import { observation } from './observation.ts';
import type { EngineReader } from './reader.ts';

const tags = 'SADD tags tag-{1..5}';

export const valueTableObservations = [
  observation({
    path: 'db<db>.table(<key>).size',
    value: 'number',
    zh: ({ key }) => `${key} 的桶数`,
    en: ({ key }) => `buckets of ${key}`,
    note: 'of both tables',
    example: { given: tags, path: 'db0.table(tags).size' },
    read(engine, given) {
      const tables = dictOf(engine, given)?.tables ?? null;
      return tables === null ? null : tables[0].size + tables[1].size;
    },
  }),
  observation({
    path: 'db<db>.table(<key>).used',
    value: 'number',
    zh: ({ key }) => `${key} 表中的元素`,
    en: ({ key }) => `entries in the table of ${key}`,
    note: 'of both tables',
    example: { given: tags, path: 'db0.table(tags).used', reportedBy: ['SCARD tags'] },
    read(engine, given) {
      const tables = dictOf(engine, given)?.tables ?? null;
      return tables === null ? null : tables[0].used + tables[1].used;
    },
  }),
  observation({
    path: 'db<db>.table(<key>).rehashIndex',
    value: 'number',
    zh: ({ key }) => `${key} 的 rehashidx`,
    en: ({ key }) => `rehashidx of ${key}`,
    sentence: {
      zh: ({ key }) => `${key} 的 rehashidx 是 {n}`,
      en: ({ key }) => `rehashidx of ${key} is {n}`,
    },
    note: '-1 if no rehash is running',
    example: { given: tags, path: 'db0.table(tags).rehashIndex' },
    read: (engine, given) => dictOf(engine, given)?.rehashIndex ?? null,
  }),
];

function dictOf(engine: EngineReader, { db, key }: { db: number; key: string }): DictView | null {
  const window = { from: 0, count: 0 };
  const target = { kind: 'dict', db, which: 'value', key: encodeUtf8(key) } as const;
  const dict = engine.view({ ...target, windows: [window, window] });
  return dict === null || dict.address === 0 ? null : dict;
}
