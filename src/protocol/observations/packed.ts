/** A value as packed bytes: a listpack, ziplist or intset. Of a list, its first node. Null while it is not packed. */
import type { PackedBlockView, PackedEntryView } from '../views-packed.ts';
import { observation } from './observation.ts';
import type { EngineReader } from './reader.ts';

const hash = 'HSET user:1 name ann age 41';

export const packedObservations = [
  observation({
    path: 'db<db>.packed(<key>).format',
    value: 'text',
    zh: ({ key }) => `${key} 的紧凑格式`,
    en: ({ key }) => `packed format of ${key}`,
    note: 'listpack, ziplist or intset; null while it is not packed; of a list its first node, here and below',
    example: { given: hash, path: 'db0.packed(user:1).format' },
    read: (engine, given) => blockOf(engine, given)?.format ?? null,
  }),
  observation({
    path: 'db<db>.packed(<key>).bytes',
    value: 'number',
    zh: ({ key }) => `${key} 的字节数`,
    en: ({ key }) => `bytes of ${key}`,
    sentence: { zh: ({ key }) => `${key} 占 {n} 字节`, en: ({ key }) => `${key} takes {n} bytes` },
    note: 'bytes in use',
    example: { given: hash, path: 'db0.packed(user:1).bytes' },
    read: (engine, given) => blockOf(engine, given)?.totalBytes ?? null,
  }),
  observation({
    path: 'db<db>.packed(<key>).slot',
    value: 'number',
    zh: ({ key }) => `${key} 分到的内存块`,
    en: ({ key }) => `slot of ${key}`,
    sentence: {
      zh: ({ key }) => `${key} 分到 {n} 字节的内存块`,
      en: ({ key }) => `The slot of ${key} has {n} bytes`,
    },
    note: 'bytes allocated for them',
    example: { given: hash, path: 'db0.packed(user:1).slot' },
    read: (engine, given) => blockOf(engine, given)?.allocationBytes ?? null,
  }),
  observation({
    path: 'db<db>.packed(<key>).entries',
    value: 'number',
    zh: ({ key }) => `${key} 的 entry 数`,
    en: ({ key }) => `entries of ${key}`,
    example: { given: hash, path: 'db0.packed(user:1).entries' },
    read: (engine, given) => blockOf(engine, given)?.length ?? null,
  }),
  observation({
    path: 'db<db>.packed(<key>).longPrevlens',
    value: 'number',
    zh: '5 字节的 prevlen',
    en: 'five-byte prevlens',
    note: 'of a ziplist',
    example: { generation: '6.2', given: hash, path: 'db0.packed(user:1).longPrevlens' },
    read(engine, given) {
      const block = blockOf(engine, given);
      if (block === null) return null;
      return block.spans.filter(({ role, sizeBytes }) => role === 'prevlen' && sizeBytes === 5).length;
    },
  }),
  observation({
    path: 'db<db>.packed(<key>).prevlen(<index>)',
    value: 'number',
    zh: ({ index }) => `entry ${index} 的 prevlen`,
    en: ({ index }) => `prevlen of entry ${index}`,
    reads: 'value',
    note: 'the length that a ziplist entry stores of the previous one; the first entry is 0',
    example: { generation: '6.2', given: hash, path: 'db0.packed(user:1).prevlen(3)' },
    read: (engine, given) => entryOf(engine, given)?.prevlen?.says ?? null,
  }),
  observation({
    path: 'db<db>.packed(<key>).size(<index>)',
    value: 'number',
    zh: ({ index }) => `entry ${index} 的字节数`,
    en: ({ index }) => `bytes of entry ${index}`,
    sentence: {
      zh: ({ index }) => `entry ${index} 占 {n} 字节`,
      en: ({ index }) => `Entry ${index} takes {n} bytes`,
    },
    example: { given: hash, path: 'db0.packed(user:1).size(3)' },
    read: (engine, given) => entryOf(engine, given)?.sizeBytes ?? null,
  }),
  observation({
    path: 'db<db>.packed(<key>).encoding(<index>)',
    value: 'text',
    zh: ({ index }) => `entry ${index} 的编码`,
    en: ({ index }) => `encoding of entry ${index}`,
    note: 'such as str6 or uint7',
    example: { given: hash, path: 'db0.packed(user:1).encoding(3)' },
    read: (engine, given) => entryOf(engine, given)?.encoding ?? null,
  }),
];

interface OfKey {
  readonly db: number;
  readonly key: string;
}

function blockOf(engine: EngineReader, { db, key }: OfKey): PackedBlockView | null {
  return engine.packed(db, key)?.block ?? null;
}

function entryOf(engine: EngineReader, given: OfKey & { index: number }): PackedEntryView | null {
  return blockOf(engine, given)?.entries.find(({ index }) => index === given.index) ?? null;
}
