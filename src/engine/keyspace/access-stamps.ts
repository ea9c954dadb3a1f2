/**
 * When, or how often, a value was used: the 24 bits `lru` of every object (evict.c, object.c).
 *
 *     LRU   | seconds of the clock, 24 bits |           it starts again from zero after 194 days
 *     LFU   | minutes, 16 bits | counter, 8 bits |      the minute of the last decay, and a logarithmic counter
 *
 * The LFU counter starts at 5, so that a new key is not evicted first. A use raises it with the probability 1 /
 * ((counter - 5) * lfu-log-factor + 1): rarely when it is already high, so that 255 stands for a million uses. It loses
 * one for every lfu-decay-time minutes since it was last examined.
 *
 * Worked example, factor 10, decay 1: a counter of 15 rises in one use out of 101. Left alone for three minutes it
 * reads 12, and the next use that raises it makes it 13.
 *
 * The server refreshes its clock in the cron; here the clock is that of the step. Both are exact to the second.
 */
import { repr } from '../base/bytes.ts';
import type { Environment } from '../base/probe.ts';
import type { RandomStream } from '../base/random.ts';
import type { RedisObject } from '../types/object.ts';

export const LRU_CLOCK_MAX = 0xffffff;
/** Milliseconds that one tick of the LRU clock stands for. */
const LRU_RESOLUTION_MS = 1000;
const LFU_MINUTES_MAX = 0xffff;
export const LFU_INITIAL = 5;
const LFU_MAX = 255;

export class AccessStamps {
  /** The LRU clock: seconds, 24 bits. */
  clock = 0;
  /** The clock of LFU: minutes, 16 bits. */
  minutes = 0;
  /** What an object that is made now is stamped with. */
  fresh = 0;
  /** Whether the policy counts uses instead of noting the time. */
  isLfu = false;
  logFactor = 10;
  decayMinutes = 1;
  readonly #env: Environment;
  readonly #chance: RandomStream;

  constructor(env: Environment) {
    this.#env = env;
    this.#chance = env.random.stream('lfu');
  }

  setTime(nowMs: number): void {
    this.clock = Math.floor(nowMs / LRU_RESOLUTION_MS) & LRU_CLOCK_MAX;
    this.minutes = Math.floor(nowMs / 60_000) & LFU_MINUTES_MAX;
    this.fresh = this.isLfu ? (this.minutes << 8) | LFU_INITIAL : this.clock;
  }

  /** Switches to another policy. Existing stamps stay and are read by the new rules. */
  configure(isLfu: boolean, logFactor: number, decayMinutes: number): void {
    this.isLfu = isLfu;
    this.logFactor = logFactor;
    this.decayMinutes = decayMinutes;
    this.fresh = isLfu ? (this.minutes << 8) | LFU_INITIAL : this.clock;
  }

  /** A use under LFU: the counter decays, then it may rise. */
  countUse(object: RedisObject, key: Uint8Array): void {
    const before = object.lru & LFU_MAX;
    const decayed = this.frequency(object);
    const counter = this.increment(decayed);
    object.lru = (this.minutes << 8) | counter;
    const { probe } = this.#env;
    if (probe === null) return;
    if (decayed !== before) probe.emit({ type: 'lfu.decay', key: repr(key), from: before, to: decayed });
    const probability = this.riseProbability(decayed);
    probe.emit({ type: 'lfu.increment', key: repr(key), from: decayed, to: counter, probability });
  }

  /** The counter after one use: the same, or one more. */
  increment(counter: number): number {
    if (counter === LFU_MAX) return counter;
    return this.#chance.float() < this.riseProbability(counter) ? counter + 1 : counter;
  }

  riseProbability(counter: number): number {
    const above = Math.max(0, counter - LFU_INITIAL);
    return counter === LFU_MAX ? 0 : 1 / (above * this.logFactor + 1);
  }

  /** The counter as it reads now, decay included; the object stays as it is. */
  frequency(object: RedisObject): number {
    const counter = object.lru & LFU_MAX;
    if (this.decayMinutes === 0) return counter;
    const decayedAt = object.lru >> 8;
    const elapsed = this.minutes - decayedAt + (this.minutes >= decayedAt ? 0 : LFU_MINUTES_MAX);
    const periods = Math.floor(elapsed / this.decayMinutes);
    return periods > counter ? 0 : counter - periods;
  }

  /** How long the object has been idle, by the LRU clock. */
  idleMs(object: RedisObject): number {
    return this.idleSeconds(object) * LRU_RESOLUTION_MS;
  }

  idleSeconds(object: RedisObject): number {
    return this.clock - object.lru + (this.clock >= object.lru ? 0 : LRU_CLOCK_MAX);
  }

  /** The stamp that says "used so long ago": RESTORE IDLETIME, and IDLE in an RDB file. */
  idleStamp(idleSeconds: number | bigint): number {
    // The resolution of 1000 ms is multiplied in and divided out, in 64 bits.
    const ticks = BigInt.asIntN(64, BigInt(idleSeconds) * 1000n) / 1000n;
    let usedAt = BigInt(this.clock) - ticks;
    if (usedAt < 0n) usedAt += BigInt(LRU_CLOCK_MAX);
    return Number(BigInt.asUintN(24, usedAt));
  }

  /** The stamp that says "used so often": RESTORE FREQ, and FREQ in an RDB file. */
  frequencyStamp(counter: number): number {
    return (this.minutes << 8) | counter;
  }
}
