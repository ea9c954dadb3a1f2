/** Streams as values: making, freeing, measuring, copying. There is one encoding only. */
import type { Environment } from '../base/probe.ts';
import type { ValueKind } from './kind.ts';
import { ENCODING_STREAM, OBJECT_BYTES, RedisObject, TYPE_STREAM } from './object.ts';
import type { Stream } from './stream.ts';
import { unwatched } from './unwatched.ts';

/** A value around a stream. */
export function streamObject(env: Environment, stream: Stream, lru: number): RedisObject {
  return new RedisObject(TYPE_STREAM, ENCODING_STREAM, stream, env.heap.take(OBJECT_BYTES), lru);
}

export function streamOf(object: RedisObject): Stream {
  return object.value as Stream;
}

export const streamKind: ValueKind = {
  free(env, object) {
    streamOf(object).release();
    env.heap.give(object.place, OBJECT_BYTES);
  },
  bytes(object, samples) {
    return OBJECT_BYTES + streamOf(object).memoryBytes(samples);
  },
  copy(env, object, lru) {
    return streamObject(
      env,
      unwatched(env, () => streamOf(object).copy()),
      lru,
    );
  },
};
