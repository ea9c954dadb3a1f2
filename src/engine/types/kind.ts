/** What can be done with a value of any type. Each type has one of these; kinds.ts gathers them. */
import type { Environment } from '../base/probe.ts';
import type { RedisObject } from './object.ts';

export interface ValueKind {
  /** Frees everything the value owns, object included. Nothing refers to it any more. */
  free(env: Environment, object: RedisObject): void;
  /** Object and value as MEMORY USAGE counts them; `samples` bounds the elements looked at, 0 means all. */
  bytes(object: RedisObject, samples: number): number;
  /** A deep copy in the same encoding: what COPY stores. */
  copy(env: Environment, object: RedisObject, lru: number): RedisObject;
  /** The number of pieces to free; 1 if undefined. */
  freeEffort?(object: RedisObject): number;
}
