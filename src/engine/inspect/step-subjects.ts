/** The subject of a step, for several kinds of views. */
import type { Step } from '../../protocol/steps.ts';

export function isOfScript(step: Step): boolean {
  return step.type.startsWith('script.');
}

/** Packed bytes, or the nodes of a list that hold them. */
export function isOfBytes(step: Step): boolean {
  return 'block' in step || step.type.startsWith('quicklist.');
}

/** Of packed bytes: changes none of them. */
export function isLooking({ type }: Step): boolean {
  return type === 'packed.walk' || type === 'intset.search';
}

/**
 * Members of a sorted set or their scores are others now. In a packed one a member and its score come and go one after
 * the other, and between them there are no pairs to read: `zset.moved` follows when both are there.
 */
export function changesMembers({ type }: Step): boolean {
  return (
    type.startsWith('zset.') ||
    type === 'skiplist.insert' ||
    type === 'skiplist.remove' ||
    type === 'skiplist.score'
  );
}
