import { describe, expect, test } from 'vitest';
import { createEnvironment } from '../base/probe.ts';
import { ENCODING_RAW, RedisObject, TYPE_STRING } from '../types/object.ts';
import { AccessStamps, LFU_INITIAL, LRU_CLOCK_MAX } from './access-stamps.ts';

function stampsAt(nowMs: number): AccessStamps {
  const stamps = new AccessStamps(createEnvironment(1));
  stamps.setTime(nowMs);
  return stamps;
}

const stamped = (lru: number) => new RedisObject(TYPE_STRING, ENCODING_RAW, null, 0, lru);
const KEY = new Uint8Array(1);

describe('LRU', () => {
  test('the clock counts seconds in 24 bits', () => {
    expect(stampsAt(1_999).clock).toBe(1);
    expect(stampsAt((2 ** 24 + 5) * 1000).clock).toBe(5);
  });

  test('idle time, also across the turn of the clock', () => {
    const stamps = stampsAt(100_000);
    expect(stamps.idleSeconds(stamped(40))).toBe(60);
    expect(stamps.idleMs(stamped(40))).toBe(60_000);
    // The server adds 2^24 - 1 where 2^24 would be right.
    expect(stamps.idleSeconds(stamped(LRU_CLOCK_MAX - 10))).toBe(110);
  });

  test('a stamp that says how long ago', () => {
    const stamps = stampsAt(100_000);
    expect(stamps.idleStamp(30)).toBe(70);
    expect(stamps.idleStamp(110)).toBe(LRU_CLOCK_MAX - 10);
  });
});

describe('LFU', () => {
  test('a new value begins at 5, in the minute that is', () => {
    const stamps = stampsAt(7 * 60_000);
    stamps.configure(true, 10, 1);
    expect(stamps.fresh).toBe((7 << 8) | LFU_INITIAL);
  });

  test('the counter reads one less for every period, and not less than 0', () => {
    const stamps = stampsAt(100 * 60_000);
    stamps.configure(true, 10, 1);
    expect(stamps.frequency(stamped((97 << 8) | 15))).toBe(12);
    expect(stamps.frequency(stamped((60 << 8) | 15))).toBe(0);
    stamps.configure(true, 10, 5);
    expect(stamps.frequency(stamped((89 << 8) | 15))).toBe(13);
    stamps.configure(true, 10, 0);
    expect(stamps.frequency(stamped((1 << 8) | 15))).toBe(15);
  });

  test('minutes turn after 45 days, at 65535 as in the server', () => {
    const stamps = stampsAt(65536 * 60_000);
    stamps.configure(true, 10, 1);
    expect(stamps.minutes).toBe(0);
    expect(stamps.frequency(stamped((65535 << 8) | 9))).toBe(9);
    expect(stamps.frequency(stamped((65533 << 8) | 9))).toBe(7);
  });

  test('up to 5 every use counts, above with falling probability, and 255 is the end', () => {
    const stamps = stampsAt(0);
    stamps.configure(true, 10, 1);
    expect([0, 5, 6, 15].map((counter) => stamps.riseProbability(counter))).toEqual([1, 1, 1 / 11, 1 / 101]);
    expect(stamps.riseProbability(255)).toBe(0);
    expect(stamps.increment(255)).toBe(255);
    expect(stamps.increment(3)).toBe(4);
  });

  test('a use writes the decayed counter back with the minute', () => {
    const stamps = stampsAt(100 * 60_000);
    stamps.configure(true, 0, 1);
    const object = stamped((90 << 8) | 15);
    stamps.countUse(object, KEY);
    expect(object.lru).toBe((100 << 8) | 6);
  });

  /** What the counter is after so many uses: mean and deviation, computed without chance. */
  function expectedCounter(stamps: AccessStamps, uses: number): { mean: number; deviation: number } {
    let shares = new Float64Array(256);
    shares[LFU_INITIAL] = 1;
    for (let use = 0; use < uses; use++) {
      const next = new Float64Array(256);
      for (let counter = 0; counter < 256; counter++) {
        const rise = shares[counter] * stamps.riseProbability(counter);
        next[counter] += shares[counter] - rise;
        if (counter < 255) next[counter + 1] += rise;
      }
      shares = next;
    }
    let mean = 0;
    let square = 0;
    for (let counter = 0; counter < 256; counter++) {
      mean += shares[counter] * counter;
      square += shares[counter] * counter * counter;
    }
    return { mean, deviation: Math.sqrt(Math.max(0, square - mean * mean)) };
  }

  test.each([
    [0, 100, 105],
    [0, 1000, 255],
    [1, 1000, 49],
    [10, 100, 10],
    [10, 1000, 19],
    [100, 1000, 10],
  ])('log factor %d: after %d uses about %d', (factor, uses, about) => {
    const stamps = stampsAt(0);
    stamps.configure(true, factor, 0);
    const { mean, deviation } = expectedCounter(stamps, uses);
    expect(Math.abs(mean - about)).toBeLessThan(1);
    const runs = 400;
    let sum = 0;
    for (let run = 0; run < runs; run++) {
      let counter = LFU_INITIAL;
      for (let use = 0; use < uses; use++) counter = stamps.increment(counter);
      sum += counter;
    }
    expect(Math.abs(sum / runs - mean)).toBeLessThanOrEqual((4 * deviation) / Math.sqrt(runs));
  });
});
