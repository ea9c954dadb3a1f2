/** A HyperLogLog in its string. Null where the key holds none. */
import { registersIn } from '../hyperloglog-bytes.ts';
import { encodeUtf8 } from '../utf8.ts';
import type { HllView } from '../views-hll.ts';
import { observation } from './observation.ts';
import type { EngineReader } from './reader.ts';

const visitors = 'PFADD visitors u{1..100}';

export const hyperLogLogObservations = [
  observation({
    path: 'db<db>.hll(<key>).encoding',
    value: 'text',
    zh: ({ key }) => `${key} 的 HyperLogLog 编码`,
    en: ({ key }) => `HyperLogLog encoding of ${key}`,
    note: 'sparse or dense',
    example: {
      given: visitors,
      path: 'db0.hll(visitors).encoding',
      reportedBy: ['PFDEBUG ENCODING visitors'],
    },
    read: (engine, given) => hllOf(engine, given)?.encoding ?? null,
  }),
  observation({
    path: 'db<db>.hll(<key>).estimate',
    value: 'number',
    zh: ({ key }) => `${key} 的估计值`,
    en: ({ key }) => `estimate of ${key}`,
    reads: 'value',
    example: { given: visitors, path: 'db0.hll(visitors).estimate', reportedBy: ['PFCOUNT visitors'] },
    read(engine, given) {
      const estimate = hllOf(engine, given)?.estimate ?? null;
      return estimate === null ? null : Number(estimate);
    },
  }),
  observation({
    path: 'db<db>.hll(<key>).registersSet',
    value: 'number',
    zh: ({ key }) => `${key} 中非零的寄存器`,
    en: ({ key }) => `registers set in ${key}`,
    note: 'of 16384',
    example: { given: visitors, path: 'db0.hll(visitors).registersSet' },
    read(engine, given) {
      const hll = hllOf(engine, given);
      if (hll === null || hll.encoding === null) return null;
      return registersIn(hll.bytes, hll.encoding).filter((register) => register > 0).length;
    },
  }),
  observation({
    path: 'db<db>.hll(<key>).bytes',
    value: 'number',
    zh: ({ key }) => `${key} 的字节数`,
    en: ({ key }) => `bytes of ${key}`,
    note: '12304 once it is dense',
    example: { given: visitors, path: 'db0.hll(visitors).bytes', reportedBy: ['STRLEN visitors'] },
    read: (engine, given) => hllOf(engine, given)?.bytes.length ?? null,
  }),
];

function hllOf(engine: EngineReader, { db, key }: { db: number; key: string }): HllView | null {
  const view = engine.view({ kind: 'hll', db, key: encodeUtf8(key) });
  return view === null || view.encoding === null ? null : view;
}
