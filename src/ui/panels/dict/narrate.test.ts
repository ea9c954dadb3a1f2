import { describe, expect, it } from 'vitest';
import type { DictStep, KeyStep } from '../../../protocol/steps.ts';
import { narrateDict } from './narrate.ts';
import { dictAddress as dict, sampleDict, sampleHash, users } from './test-views.ts';

const view = sampleDict({ keys: users(9), size: 8, nextSize: 16, rehashIndex: 3 });
const still = sampleDict({ keys: users(8), size: 8 });
const longest = still.tables[0].buckets.reduce(
  (best, chain, nth, all) => (chain.length > all[best].length ? nth : best),
  0,
);
const chain = still.tables[0].buckets[longest];

type Narrated = DictStep | KeyStep;
/** One of each type: a type that is missing here does not compile. */
const oneOfEach: { readonly [Type in Narrated['type']]: Extract<Narrated, { type: Type }> } = {
  'dict.hash': { type: 'dict.hash', dict, key: 'user:7', hash: sampleHash('user:7') },
  'dict.bucket': { type: 'dict.bucket', dict, table: 0, bucket: 4 },
  'dict.walk': { type: 'dict.walk', dict, table: 0, bucket: 4, entry: 1, key: 'user:7', match: true },
  'dict.insert': { type: 'dict.insert', dict, table: 1, bucket: 4, entry: 1, key: 'user:7' },
  'dict.remove': { type: 'dict.remove', dict, table: 0, bucket: 4, entry: 1, key: 'user:7' },
  'dict.resize': { type: 'dict.resize', dict, from: 8, to: 16 },
  'dict.move': { type: 'dict.move', dict, fromBucket: 3, toBucket: 11, entry: 1, key: 'user:7' },
  'dict.rehash': { type: 'dict.rehash', dict, bucket: 3, moved: 2, empty: 1 },
  'dict.swap': { type: 'dict.swap', dict, size: 16 },
  'dict.scan': { type: 'dict.scan', dict, table: 0, bucket: 5, cursor: 5 },
  'key.expired': { type: 'key.expired', db: 0, key: 'user:7', how: 'lazy' },
  'object.encoding': { type: 'object.encoding', key: 'user:7', from: 'int', to: 'raw' },
};

describe('narration of a dictionary', () => {
  it('has a whole sentence for every step in both languages', () => {
    for (const step of Object.values(oneOfEach)) {
      const en = narrateDict(step, view, 'en')!;
      const zh = narrateDict(step, view, 'zh')!;
      expect(en, step.type).toMatch(/\.$/);
      expect(zh, step.type).toMatch(/[。）]$/);
      expect(zh, step.type).toMatch(/[一-鿿]/);
      expect(en, step.type).not.toMatch(/[一-鿿]|undefined|NaN|null/);
      expect(zh, step.type).not.toMatch(/undefined|NaN|null/);
    }
  });

  it('says which bit decides when a doubled table takes an entry', () => {
    const toUpper = oneOfEach['dict.move'];
    expect(narrateDict(toUpper, view, 'en')).toBe(
      'Bucket 3 of ht[0] moves: user:7 goes to bucket 11 of ht[1]; the larger mask keeps one more bit, and it is 1.',
    );
    expect(narrateDict({ ...toUpper, toBucket: 3 }, view, 'zh')).toContain('这一位是 0');
  });

  it('shows the calculation of a bucket, for both tables', () => {
    const hash = sampleHash('user:7');
    const number = BigInt(`0x${hash}`);
    expect(narrateDict(oneOfEach['dict.hash'], view, 'en')).toBe(
      `user:7 is hashed: …${hash.slice(-4)} & 0x7 = bucket ${number & 7n} of ht[0], & 0xf = bucket ${number & 15n} of ht[1].`,
    );
    expect(narrateDict(oneOfEach['dict.hash'], sampleDict({ keys: [], size: 0 }), 'en')).toContain(
      'no table yet',
    );
  });

  it('distinguishes the end of a chain from its middle by looking at the chain', () => {
    const walk = (nth: number): DictStep => ({
      type: 'dict.walk',
      dict,
      table: 0,
      bucket: longest,
      entry: chain[nth].address,
      key: chain[nth].key,
      match: false,
    });
    expect(chain.length).toBeGreaterThan(1);
    expect(narrateDict(walk(0), still, 'en')).toContain('follows the pointer to the next');
    expect(narrateDict(walk(chain.length - 1), still, 'en')).toContain('the chain ends here');
    expect(narrateDict(walk(chain.length - 1), still, 'zh')).toContain('到头');
  });

  it('counts the chain of an opened bucket', () => {
    const opened = (bucket: number): DictStep => ({ type: 'dict.bucket', dict, table: 0, bucket });
    expect(narrateDict(opened(longest), still, 'en')).toContain(`${chain.length} entries in the chain`);
    const empty = still.tables[0].buckets.findIndex((candidate) => candidate.length === 0);
    expect(narrateDict(opened(empty), still, 'en')).toContain('it is empty');
    expect(narrateDict(opened(9999), still, 'en')).toBe('Bucket 9999 of ht[0] is opened.');
  });

  it('says so when the step is in another dictionary, and nothing about other structures', () => {
    const elsewhere = { ...oneOfEach['dict.bucket'], dict: dict + 1 };
    expect(narrateDict(elsewhere, view, 'en')).toMatch(/^In another dictionary: /);
    expect(narrateDict(elsewhere, view, 'zh')).toMatch(/^（另一个字典）/);
    expect(narrateDict({ type: 'rax.key', rax: 1, node: 2, key: 'k' }, view, 'en')).toBeNull();
  });

  it('distinguishes growing, shrinking and the first table', () => {
    const resize = (from: number, to: number) =>
      narrateDict({ type: 'dict.resize', dict, from, to }, view, 'en');
    expect(resize(0, 4)).toContain('first table');
    expect(resize(4, 8)).toContain('full enough');
    expect(resize(64, 8)).toContain('smaller ht[1]');
  });
});
