import { describe, expect, it } from 'vitest';
import {
  describeBucket,
  describeDict,
  describeEntry,
  resizeNote,
  shortBucketCount,
  summariseDict,
  vacancyNote,
} from './describe.ts';
import { sampleDict, users } from './test-views.ts';

const rehashing = sampleDict({ keys: users(9), size: 8, nextSize: 16, rehashIndex: 3 });

describe('the dictionary in words', () => {
  it('summarises in figures', () => {
    expect(summariseDict(rehashing, 'en')).toEqual(['9 keys', 'load 1.13', 'rehashidx 3']);
    expect(summariseDict(rehashing, 'zh')).toEqual(['9 个键', '负载 1.13', 'rehashidx 3']);
    expect(summariseDict(sampleDict({ keys: ['a'], size: 4 }), 'en')).toEqual([
      '1 key',
      'load 0.25',
      'rehashidx -1',
    ]);
    expect(summariseDict(sampleDict({ keys: [], size: 0 }), 'en')[1]).toBe('load 0.00');
  });

  it('describes both tables and the rehash', () => {
    const [first, second] = rehashing.tables;
    expect(describeDict(rehashing, 'en')).toBe(
      `Main dictionary of database 0: 9 keys, load 1.13. ht[0] holds ${first.used} in 8 buckets, ht[1] holds ${second.used} in 16 buckets. Rehash in progress, next is bucket 3 of ht[0].`,
    );
    expect(describeDict({ ...rehashing, which: 'expires' }, 'zh')).toContain('过期字典');
    expect(describeDict(sampleDict({ keys: [], size: 0 }), 'en')).toContain('empty');
  });

  it('speaks of a bucket: moved, empty, pointed at, or with its keys', () => {
    expect(describeBucket(rehashing, 0, 0, 'en')).toBe('ht[0] bucket 0: moved to ht[1].');
    expect(describeBucket(rehashing, 0, 3, 'en')).toContain('rehashidx points here');
    const bucket = rehashing.tables[0].buckets.findIndex((chain) => chain.length > 0);
    const [entry] = rehashing.tables[0].buckets[bucket];
    expect(describeBucket(rehashing, 0, bucket, 'en')).toContain(entry.key);
    expect(describeEntry(rehashing, 0, bucket, 0, 'en')).toContain(`hash ${entry.hash}`);
    expect(describeEntry(rehashing, 0, bucket, 99, 'en')).toBe(describeBucket(rehashing, 0, bucket, 'en'));
  });

  it('says when the next table will come, by the rule in force', () => {
    expect(vacancyNote(sampleDict({ keys: users(5), size: 8 }), 'en')).toBe(
      'Key number 9 will allocate a larger table here.',
    );
    expect(vacancyNote(sampleDict({ keys: users(8), size: 8 }), 'en')).toBe(
      'The next new key will allocate a larger table here.',
    );
    const saving = sampleDict({ keys: users(20), size: 8, canResize: false });
    expect(vacancyNote(saving, 'en')).toBe('Key number 49 will allocate a larger table here.');
    expect(resizeNote(saving, 'zh')).toContain('负载超过 5');
    expect(resizeNote(rehashing, 'en')).toBeNull();
  });

  it('writes a large count as a power of two where room is short', () => {
    expect(shortBucketCount(1 << 20, 'en')).toBe('2²⁰ buckets');
    expect(shortBucketCount(16, 'zh')).toBe('16 个桶');
  });
});
