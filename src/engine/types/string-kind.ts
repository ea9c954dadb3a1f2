/** Strings as values: freeing, measuring, copying. */
import { sizeClass } from '../base/heap.ts';
import type { Int64 } from '../base/numbers.ts';
import type { Sds } from '../structures/sds.ts';
import type { ValueKind } from './kind.ts';
import { ENCODING_EMBSTR, ENCODING_INT, ENCODING_RAW, OBJECT_BYTES } from './object.ts';
import { type EmbeddedString, embstrBytes, StringFactory, stringBytes } from './string.ts';

export const stringKind: ValueKind = {
  free(env, object) {
    if (object.encoding === ENCODING_EMBSTR) {
      env.heap.give(object.place, embstrBytes((object as EmbeddedString).length));
      return;
    }
    if (object.encoding === ENCODING_RAW) (object.value as Sds).release(env);
    env.heap.give(object.place, OBJECT_BYTES);
  },
  bytes(object) {
    if (object.encoding === ENCODING_INT) return OBJECT_BYTES;
    if (object.encoding === ENCODING_EMBSTR) return sizeClass(embstrBytes((object as EmbeddedString).length));
    return OBJECT_BYTES + (object.value as Sds).allocationBytes;
  },
  copy(env, object, lru) {
    const strings = new StringFactory(env);
    // Not even a small integer is shared: the copy is a separate object.
    if (object.encoding === ENCODING_INT) return strings.ownInteger(object.value as Int64, lru);
    if (object.encoding === ENCODING_RAW) return strings.raw(stringBytes(object), lru);
    return strings.plain(stringBytes(object), lru);
  },
};
