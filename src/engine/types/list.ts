/**
 * Lists (t_list.c): a quicklist, whatever their size.
 *
 * How full its nodes may be and how many stay uncompressed at either end comes from the configuration when the list is
 * created (list-max-listpack-size, list-compress-depth); a later CONFIG SET affects later lists.
 *
 * Worked example: RPUSH l a 5 gives one node with the listpack 0c 00 00 00 | 02 00 | 81 61 | 02 | 05 | 01 | ff.
 */
import type { Generation } from '../../protocol/session.ts';
import type { Environment } from '../base/probe.ts';
import { Quicklist, type QuicklistOptions } from '../structures/quicklist.ts';
import { ENCODING_QUICKLIST, OBJECT_BYTES, RedisObject, TYPE_LIST } from './object.ts';

export type { QuicklistOptions as ListOptions } from '../structures/quicklist.ts';

/** An empty list. */
export function createList(
  env: Environment,
  generation: Generation,
  options: QuicklistOptions,
  lru: number,
): RedisObject {
  return listObject(env, new Quicklist(env, generation, options), lru);
}

/** A list around an existing quicklist. */
export function listObject(env: Environment, list: Quicklist, lru: number): RedisObject {
  return new RedisObject(TYPE_LIST, ENCODING_QUICKLIST, list, env.heap.take(OBJECT_BYTES), lru);
}

export function quicklistOf(object: RedisObject): Quicklist {
  return object.value as Quicklist;
}
