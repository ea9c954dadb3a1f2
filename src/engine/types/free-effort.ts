/**
 * How much work it is to free a value, in pieces of memory roughly: what decides whether another thread does it
 * (lazyfreeGetFreeEffort of lazyfree.c). A packed value or a string is one piece, however long.
 */

import { tableOf as hashTableOf } from './hash.ts';
import { kindOf } from './kinds.ts';
import { quicklistOf } from './list.ts';
import {
  ENCODING_HT,
  ENCODING_SKIPLIST,
  type RedisObject,
  TYPE_HASH,
  TYPE_LIST,
  TYPE_SET,
  TYPE_STREAM,
  TYPE_ZSET,
} from './object.ts';
import { setTableOf } from './set.ts';
import { streamOf } from './stream-kind.ts';
import { tableOf as zsetTableOf } from './zset.ts';

/** Values that take more effort than this are freed by another thread where laziness is asked for. */
export const LAZY_FREE_THRESHOLD = 64;

export function freeEffort(object: RedisObject): number {
  const { type, encoding } = object;
  // Of a list the nodes are freed, not the elements.
  if (type === TYPE_LIST) return quicklistOf(object).nodeCount;
  if (type === TYPE_SET && encoding === ENCODING_HT) return setTableOf(object).size;
  if (type === TYPE_ZSET && encoding === ENCODING_SKIPLIST) return zsetTableOf(object).size;
  if (type === TYPE_HASH && encoding === ENCODING_HT) return hashTableOf(object).size;
  if (type === TYPE_STREAM) return streamEffort(object);
  return kindOf(object).freeEffort?.(object) ?? 1;
}

/** The groups are taken to be as large as the first of them. */
function streamEffort(object: RedisObject): number {
  const { nodes, groups } = streamOf(object);
  let effort = nodes.nodes;
  if (groups !== null && groups.size > 0) {
    for (const [, group] of groups.entries()) {
      effort += groups.size * (1 + group!.pending.size);
      break;
    }
  }
  return effort;
}
