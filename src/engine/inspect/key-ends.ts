/** Steps that remove keys. */
import type { Step } from '../../protocol/steps.ts';
import type { MoreMoments } from './kind.ts';

const ENDS: ReadonlySet<Step['type']> = new Set([
  'expire.cycle',
  'expire.sample',
  'expire.end',
  'key.expired',
  'eviction.sample',
  'key.evicted',
]);

export const keyEnds: MoreMoments = { count: 160, of: ({ type }) => ENDS.has(type) };
