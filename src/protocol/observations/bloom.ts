/** A Bloom filter of the module. Null if the key is no filter, or the module is not loaded. */
import { encodeUtf8 } from '../utf8.ts';
import type { BloomView } from '../views.ts';
import { observation } from './observation.ts';
import type { EngineReader } from './reader.ts';

const seen = 'MODULE LOAD bloom\nBF.RESERVE seen 0.01 100\nBF.ADD seen ann';

export const bloomObservations = [
  observation({
    path: 'db<db>.bloom(<key>).bitsSet',
    value: 'number',
    zh: ({ key }) => `${key} 中置 1 的位`,
    en: ({ key }) => `bits set in ${key}`,
    note: 'of all layers',
    example: { given: seen, path: 'db0.bloom(seen).bitsSet' },
    read: (engine, given) => sum(bloomOf(engine, given)?.layers.map(({ bitsSet }) => bitsSet)),
  }),
  observation({
    path: 'db<db>.bloom(<key>).bits',
    value: 'number',
    zh: ({ key }) => `${key} 的总位数`,
    en: ({ key }) => `bits of ${key}`,
    note: 'of all layers',
    example: { given: seen, path: 'db0.bloom(seen).bits' },
    read: (engine, given) => sum(bloomOf(engine, given)?.layers.map(({ bits }) => bits)),
  }),
  observation({
    path: 'db<db>.bloom(<key>).layers',
    value: 'number',
    zh: ({ key }) => `${key} 的层数`,
    en: ({ key }) => `layers of ${key}`,
    example: {
      given: seen,
      path: 'db0.bloom(seen).layers',
      reportedBy: ['BF.INFO seen FILTERS', '(integer) '],
    },
    read: (engine, given) => bloomOf(engine, given)?.layers.length ?? null,
  }),
];

function sum(numbers: readonly number[] | undefined): number | null {
  return numbers?.reduce((total, each) => total + each, 0) ?? null;
}

function bloomOf(engine: EngineReader, { db, key }: { db: number; key: string }): BloomView | null {
  const window = { from: 0, count: 1 };
  const view = engine.view({ kind: 'bloom', db, key: encodeUtf8(key), layer: -1, window, item: null });
  return view === null || view.layers.length === 0 ? null : view;
}
