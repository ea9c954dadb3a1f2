/** Counts the references to a value and gives its memory back with the last (object.c). */
import { assert } from '../base/errors.ts';
import type { Environment } from '../base/probe.ts';
import { kindOf } from './kinds.ts';
import type { RedisObject } from './object.ts';
import { SHARED_REFCOUNT } from './object.ts';

/** One more reference: incrRefCount. Objects shared by everyone are not counted. */
export function shareObject(object: RedisObject): void {
  if (object.refcount !== SHARED_REFCOUNT) object.refcount++;
}

/** One reference less: decrRefCount. */
export function releaseObject(env: Environment, object: RedisObject): void {
  if (object.refcount === SHARED_REFCOUNT) return;
  if (--object.refcount > 0) return;
  assert(object.refcount === 0, 'value released twice');
  kindOf(object).free(env, object);
}
