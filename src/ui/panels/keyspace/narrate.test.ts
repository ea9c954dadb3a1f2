import { describe, expect, it } from 'vitest';
import type { DictStep, KeyStep } from '../../../protocol/steps.ts';
import type { KeyRow, KeyspaceView } from '../../../protocol/views.ts';
import { describeKeyspace, orderNote, summariseKeyspace } from './describe.ts';
import { narrateKeyspace } from './narrate.ts';
import { sampleKeyspace } from './test-views.ts';

const before = sampleKeyspace();
const languages = ['en', 'zh'] as const;

function withRow(key: string, part: Partial<KeyRow>): KeyspaceView {
  return { ...before, rows: before.rows.map((row) => (row.key === key ? { ...row, ...part } : row)) };
}

type NarratedStep = DictStep | KeyStep;
const dict = 1;
/** One of each type: a type that is missing here does not compile. */
const oneOfEach: { readonly [Type in NarratedStep['type']]: Extract<NarratedStep, { type: Type }> } = {
  'dict.hash': { type: 'dict.hash', dict, key: 'user:1', hash: '0'.repeat(16) },
  'dict.bucket': { type: 'dict.bucket', dict, table: 0, bucket: 4 },
  'dict.walk': { type: 'dict.walk', dict, table: 0, bucket: 4, entry: 1, key: 'user:1', match: true },
  'dict.insert': { type: 'dict.insert', dict, table: 1, bucket: 4, entry: 1, key: 'user:1' },
  'dict.remove': { type: 'dict.remove', dict, table: 0, bucket: 4, entry: 1, key: 'user:1' },
  'dict.resize': { type: 'dict.resize', dict, from: 8, to: 16 },
  'dict.move': { type: 'dict.move', dict, fromBucket: 3, toBucket: 11, entry: 1, key: 'user:1' },
  'dict.rehash': { type: 'dict.rehash', dict, bucket: 3, moved: 2, empty: 1 },
  'dict.swap': { type: 'dict.swap', dict, size: 16 },
  'dict.scan': { type: 'dict.scan', dict, table: 0, bucket: 5, cursor: 5 },
  'key.expired': { type: 'key.expired', db: 0, key: 'user:1', how: 'active' },
  'object.encoding': { type: 'object.encoding', key: 'user:1', from: 'int', to: 'raw' },
};

describe('narration of the keyspace', () => {
  it('narrates steps of keys and leaves the dictionary its own', () => {
    for (const step of Object.values(oneOfEach)) {
      for (const language of languages) {
        const sentence = narrateKeyspace(step, before, before, language);
        if (step.type === 'key.expired' || step.type === 'object.encoding') {
          expect(sentence, step.type).toContain('user:1');
        } else expect(sentence, step.type).toBeNull();
      }
    }
    expect(narrateKeyspace({ ...oneOfEach['key.expired'], db: 5 }, before, before, 'en')).toBeNull();
  });

  it('narrates the change between the snapshots, whatever the step is', () => {
    const insert = oneOfEach['dict.insert'];
    const fewer = { ...before, keys: 7, rows: before.rows.filter((row) => row.key !== 'user:1') };
    expect(narrateKeyspace(insert, before, fewer, 'en')).toBe(
      'user:1 is new: a string, encoded as embstr, 56 B.',
    );
    expect(narrateKeyspace(insert, before, fewer, 'zh')).toContain('多了一个键 user:1');
    expect(narrateKeyspace(null, fewer, before, 'en')).toBe('user:1 is gone.');
  });

  it('says what about a key has changed', () => {
    const cases: [Partial<KeyRow>, string][] = [
      [{ encoding: 'raw', memoryBytes: 96 }, 'encoded as raw instead of embstr'],
      [{ expireAtMs: -1 }, 'no longer expires'],
      [{ expireAtMs: 5 }, 'expiry time of user:1 changes'],
      [{ memoryBytes: 64 }, 'from 56 B to 64 B'],
      [{ preview: 'x' }, 'value of user:1 changes'],
    ];
    for (const [part, words] of cases) {
      expect(narrateKeyspace(null, withRow('user:1', part), before, 'en')).toContain(words);
      expect(narrateKeyspace(null, withRow('user:1', part), before, 'zh')).toMatch(/user:1.*[一-鿿]/);
    }
    expect(narrateKeyspace(null, withRow('user:2', { expireAtMs: 5 }), before, 'en')).toContain(
      'now has an expiry time',
    );
  });

  it('counts the rest when several changed', () => {
    const many = { ...before, rows: before.rows.map((row) => ({ ...row, preview: 'x' })) };
    expect(narrateKeyspace(null, many, before, 'en')).toContain('7 more changed');
  });
});

describe('the keyspace in words', () => {
  it('has figures with units', () => {
    expect(summariseKeyspace(before, 'en')).toEqual(['8 keys', '3 with a TTL', '1.00 MB used']);
    expect(summariseKeyspace(before, 'zh')).toEqual(['8 个键', '3 个会过期', '内存 1.00 MB']);
  });

  it('says the order when it is not by name', () => {
    expect(orderNote(before, 'en')).toBeNull();
    expect(orderNote({ ...before, order: 'bucket' }, 'en')).toContain('bucket order');
    expect(describeKeyspace(before, 'en')).toBe('Keys of database 0, sorted by name: 1 to 8 of 8.');
    expect(describeKeyspace({ ...before, keys: 0, rows: [] }, 'zh')).toContain('没有键');
  });
});
