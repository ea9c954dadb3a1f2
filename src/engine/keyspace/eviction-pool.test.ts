import { describe, expect, test } from 'vitest';
import { fuzzSeed } from '../../testing/fuzz-seed.ts';
import { bytesOf } from '../base/bytes.ts';
import { RandomStream } from '../base/random.ts';
import { EvictionPool, POOL_SIZE } from './eviction-pool.ts';

const candidate = (score: number, name = `k${score}`) => ({ key: bytesOf(name), db: 0, score });
const scores = (pool: EvictionPool) => pool.candidates.map(({ score }) => score);

describe('the pool', () => {
  test('sorts what it is offered: the worked example', () => {
    const pool = new EvictionPool();
    expect(pool.offer(candidate(7))).toBe(0);
    expect(pool.offer(candidate(3))).toBe(0);
    expect(pool.offer(candidate(5))).toBe(1);
    expect(scores(pool)).toEqual([3, 5, 7]);
  });

  test('gives the best, and then the next', () => {
    const pool = new EvictionPool();
    for (const score of [4, 9, 1]) pool.offer(candidate(score));
    expect([pool.takeBest()?.score, pool.takeBest()?.score, pool.takeBest()?.score]).toEqual([9, 4, 1]);
    expect(pool.takeBest()).toBeNull();
  });

  test('when it is full the least falls out, and what is less than all is not taken', () => {
    const pool = new EvictionPool();
    for (let score = 1; score <= POOL_SIZE; score++) pool.offer(candidate(score * 10));
    expect(pool.offer(candidate(5))).toBe(-1);
    // As good as the least: the server finds no smaller one and does not take it either.
    expect(pool.offer(candidate(10))).toBe(-1);
    expect(pool.offer(candidate(95))).toBe(8);
    expect(scores(pool)[0]).toBe(20);
    expect(scores(pool)).toHaveLength(POOL_SIZE);
    expect(pool.offer(candidate(1000))).toBe(POOL_SIZE - 1);
  });

  test('of two that are as good the later one goes later', () => {
    const pool = new EvictionPool();
    pool.offer(candidate(1, 'first'));
    pool.offer(candidate(1, 'second'));
    expect(pool.takeBest()?.key).toEqual(bytesOf('first'));
  });

  test('whatever is offered: sorted, never more than sixteen, and none lost that is better than what stayed', () => {
    const random = new RandomStream(fuzzSeed, 1, 2);
    for (let round = 0; round < 300; round++) {
      const pool = new EvictionPool();
      let model: number[] = [];
      for (let offer = 0; offer < 80; offer++) {
        if (random.below(4) === 0) {
          expect(pool.takeBest()?.score).toBe(model.pop());
          continue;
        }
        const score = random.below(40);
        const isFull = model.length === POOL_SIZE;
        const isTaken = !isFull || score > model[0];
        expect(pool.offer(candidate(score)) !== -1).toBe(isTaken);
        if (isTaken) model = [...model, score].sort((a, b) => a - b).slice(isFull ? 1 : 0);
        expect(scores(pool)).toEqual(model);
      }
    }
  });
});
