/** One numbered database: the dictionary of keys and, beside it, the dictionary of expiry times. */
import type { Int64 } from '../base/numbers.ts';
import type { Environment } from '../base/probe.ts';
import { Dict } from '../structures/dict.ts';
import type { RedisObject } from '../types/object.ts';

export class Database {
  /** Its number. SWAPDB exchanges contents, never numbers. */
  readonly id: number;
  keys: Dict<RedisObject>;
  /** Unix milliseconds by key; shares the key strings with `keys`. */
  expires: Dict<Int64>;
  /** A running average of remaining time, kept by the active expiry cycle for INFO. */
  averageTtlMs = 0;
  /** Where the active expiry cycle continues in `expires`: a SCAN cursor. */
  expiresCursor = 0;

  constructor(id: number, env: Environment) {
    this.id = id;
    this.keys = new Dict<RedisObject>(env);
    this.expires = new Dict<Int64>(env, false);
  }
}
