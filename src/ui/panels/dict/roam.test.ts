import { describe, expect, it } from 'vitest';
import { layoutDict } from './layout.ts';
import { roam, settle } from './roam.ts';
import { sampleDict, users } from './test-views.ts';

const view = sampleDict({ keys: users(9), size: 8, nextSize: 16, rehashIndex: 0 });
const marks = layoutDict(view, null, null, { width: 880, height: 360 });
const bucket = view.tables[0].buckets.findIndex((chain) => chain.length > 1);

describe('arrow keys', () => {
  it('first come to the first bucket', () => {
    expect(roam(marks, null, 'ArrowDown')).toEqual({ table: 0, bucket: 0, depth: -1 });
  });

  it('go from bucket to bucket and stop at the edges', () => {
    const top = { table: 0, bucket: 0, depth: -1 } as const;
    expect(roam(marks, top, 'ArrowUp')).toEqual(top);
    expect(roam(marks, top, 'ArrowDown')).toEqual({ ...top, bucket: 1 });
    expect(roam(marks, top, 'End')).toEqual({ ...top, bucket: 7 });
    expect(roam(marks, { ...top, bucket: 7 }, 'ArrowDown')).toEqual({ ...top, bucket: 7 });
    expect(roam(marks, { ...top, bucket: 5 }, 'Home')).toEqual(top);
  });

  it('go along a chain, then across to the other table, and back', () => {
    const chain = view.tables[0].buckets[bucket].length;
    let cursor = roam(marks, { table: 0, bucket, depth: -1 }, 'ArrowRight');
    for (let depth = 0; depth < chain; depth++) {
      expect(cursor).toEqual({ table: 0, bucket, depth });
      cursor = roam(marks, cursor, 'ArrowRight');
    }
    expect(cursor).toMatchObject({ table: 1, depth: -1 });
    expect(roam(marks, cursor, 'ArrowLeft')).toMatchObject({ table: 0, depth: -1 });
    expect(roam(marks, { table: 0, bucket, depth: 1 }, 'ArrowLeft')).toEqual({ table: 0, bucket, depth: 0 });
  });

  it('are kept inside what is drawn after the picture changed', () => {
    const small = layoutDict(sampleDict({ keys: users(2), size: 4 }), null, null, {
      width: 880,
      height: 360,
    });
    expect(settle(small, { table: 0, bucket: 7, depth: 2 })).toMatchObject({ table: 0, bucket: 3 });
    expect(settle(small, { table: 1, bucket: 7, depth: -1 })).toEqual({ table: 0, bucket: 0, depth: -1 });
    const none = layoutDict(sampleDict({ keys: [], size: 0 }), null, null, { width: 880, height: 360 });
    expect(settle(none, null)).toBeNull();
  });
});
