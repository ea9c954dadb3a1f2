/**
 * How good a victim a key is, by the rules of the policy; the greater the sooner it goes. Under volatile-ttl this is
 * 2^64 - 1 minus the time of expiry in the server; the negated time orders alike and stays an exact number here.
 */
import { INT64_MAX, INT64_MIN, type Int64 } from '../base/numbers.ts';

export type Score = Int64;

export const POLICIES = [
  'volatile-lru',
  'volatile-lfu',
  'volatile-random',
  'volatile-ttl',
  'allkeys-lru',
  'allkeys-lfu',
  'allkeys-random',
  'noeviction',
] as const;

export type EvictionPolicy = (typeof POLICIES)[number];

export function compareScores(a: Score, b: Score): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function expiryScore(atMs: Int64): Score {
  if (typeof atMs === 'number') return -atMs;
  return atMs === INT64_MIN ? INT64_MAX : -atMs;
}
