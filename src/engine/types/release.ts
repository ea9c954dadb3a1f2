/** Counts the references to a value and gives its memory back with the last (object.c). */
import { assert } from '../base/errors.ts';
import type { Environment } from '../base/probe.ts';
import type { Sds } from '../structures/sds.ts';
import {
  ENCODING_EMBSTR,
  ENCODING_RAW,
  OBJECT_BYTES,
  SHARED_REFCOUNT,
  TYPE_STRING,
} from './object.ts';
import type { RedisObject } from './object.ts';
import { type EmbeddedString, embstrBytes } from './string.ts';

/** One more reference: incrRefCount. Objects shared by everyone are not counted. */
export function shareObject(object: RedisObject): void {
  if (object.refcount !== SHARED_REFCOUNT) object.refcount++;
}

/** One reference less: decrRefCount. */
export function releaseObject(env: Environment, object: RedisObject): void {
  if (object.refcount === SHARED_REFCOUNT) return;
  if (--object.refcount > 0) return;
  assert(object.refcount === 0, 'value released twice');
  assert(object.type === TYPE_STRING, 'value of a type without release');
  if (object.encoding === ENCODING_EMBSTR) {
    env.heap.give(object.place, embstrBytes((object as EmbeddedString).length));
    return;
  }
  if (object.encoding === ENCODING_RAW) (object.value as Sds).release(env);
  env.heap.give(object.place, OBJECT_BYTES);
}
