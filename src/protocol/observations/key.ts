/** A key, whatever its type. */
import { observation } from './observation.ts';

const hash = 'HSET user:1 name ann age 41';

export const keyObservations = [
  observation({
    path: 'db<db>.place(<key>)',
    value: 'text',
    zh: ({ key }) => `${key} 的位置`,
    en: ({ key }) => `place of ${key}`,
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
    example: { given: hash, path: 'db0.encoding(user:1)', toldBy: ['OBJECT ENCODING user:1'] },
    read: (engine, { db, key }) => engine.key(db, key)?.encoding ?? null,
  }),
  observation({
    path: 'db<db>.memory(<key>)',
    value: 'number',
    zh: ({ key }) => `${key} 占的内存`,
    en: ({ key }) => `memory of ${key}`,
    note: 'bytes',
    example: { given: hash, path: 'db0.memory(user:1)', toldBy: ['MEMORY USAGE user:1'] },
    read: (engine, { db, key }) => engine.packed(db, key)?.memoryBytes ?? null,
  }),
  observation({
    path: 'db<db>.elements(<key>)',
    value: 'number',
    zh: ({ key }) => `${key} 的元素个数`,
    en: ({ key }) => `elements of ${key}`,
    note: 'its fields, members or elements',
    example: { given: hash, path: 'db0.elements(user:1)', toldBy: ['HLEN user:1'] },
    read: (engine, { db, key }) => engine.packed(db, key)?.elements ?? null,
  }),
];
