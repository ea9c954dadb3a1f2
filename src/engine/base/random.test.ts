import { describe, expect, it } from 'vitest';
import { Random } from './random.ts';

const draw = (seed: number, name: string, count = 8) => {
  const stream = new Random(seed).stream(name);
  return Array.from({ length: count }, () => stream.uint32());
};

describe('Random', () => {
  it('gives the same numbers for the same seed and name, and others for others', () => {
    expect(draw(1, 'levels')).toEqual(draw(1, 'levels'));
    const different = [
      draw(1, 'levels'),
      draw(2, 'levels'),
      draw(1, 'sampling'),
      draw(1 + 2 ** 32, 'levels'),
    ];
    expect(new Set(different.flat()).size).toBe(32);
  });

  it('is pinned: a saved session depends on these numbers', () => {
    expect(draw(42, 'hash-seed', 4)).toMatchInlineSnapshot(`
      [
        2873077809,
        1599412370,
        68089413,
        787979574,
      ]
    `);
  });

  it('keeps one stream per name', () => {
    const random = new Random(7);
    const first = random.stream('a').uint32();
    random.stream('b').uint32();
    expect([first, random.stream('a').uint32()]).toEqual(draw(7, 'a', 2));
  });
});

describe('RandomStream', () => {
  it('draws below n without favour', () => {
    const stream = new Random(3).stream('below');
    const counts = new Array<number>(10).fill(0);
    for (let index = 0; index < 100_000; index++) counts[stream.below(10)]++;
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
    expect(stream.below(1)).toBe(0);
    for (let index = 0; index < 1000; index++) {
      const large = stream.below(2 ** 40);
      expect(Number.isInteger(large) && large >= 0 && large < 2 ** 40).toBe(true);
    }
  });

  it('stays in range for bits, floats and bytes', () => {
    const stream = new Random(4).stream('range');
    const seen = new Set<number>();
    for (let index = 0; index < 1000; index++) {
      seen.add(stream.bits(2));
      const fraction = stream.float();
      expect(fraction >= 0 && fraction < 1).toBe(true);
    }
    expect([...seen].sort()).toEqual([0, 1, 2, 3]);
    expect(stream.bytes(1000).length).toBe(1000);
    expect(new Set(stream.bytes(4096)).size).toBe(256);
  });
});
