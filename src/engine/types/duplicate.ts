/** A copy of a value, in the encoding of the original: what COPY stores. */
import { assert } from '../base/errors.ts';
import type { Int64 } from '../base/numbers.ts';
import type { RedisObject } from './object.ts';
import { ENCODING_INT, ENCODING_RAW, TYPE_STRING } from './object.ts';
import type { StringFactory } from './string.ts';
import { stringBytes } from './string.ts';

export function duplicateObject(strings: StringFactory, object: RedisObject, lru: number): RedisObject {
  assert(object.type === TYPE_STRING, 'value of a type without copy');
  // Not even a small integer is shared: the copy is an object of its own.
  if (object.encoding === ENCODING_INT) return strings.ownInteger(object.value as Int64, lru);
  if (object.encoding === ENCODING_RAW) return strings.raw(stringBytes(object), lru);
  return strings.plain(stringBytes(object), lru);
}
