/** Worlds in which things go wrong at random, of a few seeds; `npm run worlds` lives through many. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadScripting } from '../engine/index.ts';
import { WORLD_KINDS } from '../testing/worlds/index.ts';

beforeAll(() => loadScripting());

describe.each(Object.entries(WORLD_KINDS))('a world of %s', (_, live) => {
  test('comes to rest with equal data, and says the same when its seed is lived through again', () => {
    const { hash, amounts } = live(1);
    expect(amounts.writes).toBeGreaterThan(500);
    expect(live(1).hash).toBe(hash);
    expect(live(2).hash).not.toBe(hash);
  });

  test('stays disturbed for as many events as are asked for', () => {
    expect(live(3).amounts.events).toBeLessThan(30_000);
    expect(live(3, 30_000).amounts.events).toBeGreaterThanOrEqual(30_000);
  });
});
