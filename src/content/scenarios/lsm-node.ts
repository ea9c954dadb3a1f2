/** A node of the kind "lsm" in scenario.yaml: the options of the store, and what was done to it before. */
import { z } from 'zod';
import type { LsmNodeSpec } from '../../protocol/scenario.ts';
import { splitArguments } from '../../protocol/split-arguments.ts';
import { decodeUtf8 } from '../../protocol/utf8.ts';

const size = z.int().min(1);

export const lsmNode = z.strictObject({
  kind: z.literal('lsm'),
  memtableBytes: size.optional(),
  blockBytes: size.optional(),
  fileBytes: size.optional(),
  level0Files: size.optional(),
  level1Bytes: size.optional(),
  growth: z.int().min(2).optional(),
  syncEvery: z.int().min(0).optional(),
  compaction: z.enum(['automatic', 'by hand']).optional(),
  tombstones: z.enum(['kept', 'dropped early']).optional(),
  given: z.array(z.string()).default([]),
});

/** The operations that may stand under "given", with how many words follow each. */
const GIVEN: Readonly<Record<string, number>> = { PUT: 2, DELETE: 1, SYNC: 0, FLUSH: 0, COMPACT: 1 };

export function lsmNodeOf(
  name: string,
  data: z.output<typeof lsmNode>,
  complain: (at: number, problem: string) => void,
): LsmNodeSpec {
  const { kind, given, compaction, tombstones, ...sizes } = data;
  const operations = given.map((line, at) => {
    const words = (splitArguments(line) ?? []).map((word) => decodeUtf8(word));
    const [operation, ...rest] = words;
    const isLevel = operation !== 'COMPACT' || /^\d$/.test(rest[0]);
    if (operation === undefined || GIVEN[operation] !== rest.length || !isLevel) {
      complain(at, 'Write PUT key value, DELETE key, SYNC, FLUSH or COMPACT level here.');
    }
    return words;
  });
  return {
    name,
    kind,
    options: {
      ...sizes,
      ...(compaction === undefined ? {} : { isAutomatic: compaction === 'automatic' }),
      ...(tombstones === undefined ? {} : { dropsTombstonesEarly: tombstones === 'dropped early' }),
    },
    given: operations,
  };
}
