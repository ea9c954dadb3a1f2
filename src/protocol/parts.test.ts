import { describe, expect, it } from 'vitest';
import { type PartFound, parsePart, partWhere, readPart, samePart, sameValue } from './parts.ts';

const view = {
  kind: 'dict',
  tables: [
    { used: 2, from: 0, buckets: [[], [{ address: 16, key: 'a' }], [{ address: 32, key: 'b]"' }]] },
    { used: 1, from: 8, buckets: [[{ address: 48, key: 'c' }]] },
  ],
  rows: [
    { key: 'foo', memoryBytes: 56, keyBytes: new Uint8Array([102]) },
    { key: '', memoryBytes: 8, keyBytes: new Uint8Array([]) },
  ],
};

function found(text: string): PartFound | undefined {
  const path = parsePart(text);
  if (path === null) throw new Error(`'${text}' is no part`);
  return readPart(view, path);
}

describe('a part of a view', () => {
  it('is named by fields and places', () => {
    expect(found('kind')).toEqual({ places: [], value: 'dict' });
    expect(found('tables.0.used')).toEqual({ places: [], value: 2 });
    expect(found('tables.2.used')).toBeUndefined();
    expect(found('tables.length.used')).toBeUndefined();
    expect(found('constructor')).toBeUndefined();
  });

  it('is an element known by one of its fields', () => {
    expect(found('rows[key=foo].memoryBytes')?.value).toBe(56);
    expect(found('rows[key=].memoryBytes')?.value).toBe(8);
    expect(found('rows[key=bar]')).toBeUndefined();
    expect(found('kind[key=bar]')).toBeUndefined();
    expect(found('rows[memoryBytes=8].key')?.value).toBe('');
  });

  it('is wherever it stands, and its place belongs to it, counted from where a window begins', () => {
    expect(found('tables.*.buckets.*[address=16]')).toEqual({
      places: ['0', 1].map(Number),
      value: { address: 16, key: 'a' },
    });
    expect(found('tables.*.buckets.*[address=48].key')).toEqual({ places: [1, 8], value: 'c' });
    expect(found('tables.*.buckets.*[address=64]')).toBeUndefined();
    expect(found('tables.1.buckets.8')?.value).toEqual([{ address: 48, key: 'c' }]);
    expect(found('tables.1.buckets.0')).toBeUndefined();
    const bytes = { from: 64, bytes: new Uint8Array([7, 8]) };
    expect(readPart(bytes, parsePart('bytes.65')!)?.value).toBe(8);
    expect(readPart(bytes, parsePart('bytes.1')!)).toBeUndefined();
  });

  it('can be some of its fields', () => {
    expect(found('rows[key=foo]{key,memoryBytes}')?.value).toEqual({ key: 'foo', memoryBytes: 56 });
  });

  it('carries any value in quotes', () => {
    for (const value of ['b]"', 'a"b', 'a\\x', '键 名', '[x=y]', '1.5']) {
      const path = parsePart(`tables.*${partWhere('key', value)}`);
      expect(path?.[2]).toEqual({ kind: 'where', field: 'key', value });
    }
    expect(found(`tables.*.buckets.*${partWhere('key', 'b]"')}`)?.value).toMatchObject({ address: 32 });
    expect(partWhere('address', 4096)).toBe('[address=4096]');
  });

  it('is refused when it is written in another way', () => {
    const wrong = [
      '',
      '.',
      'a.',
      'a..b',
      'a[',
      'a[b]',
      'a[b=c',
      'a[b="c]',
      'a[1=c]',
      'a{b',
      'a{b}.c',
      'a b',
      'a{}',
    ];
    for (const text of wrong) expect([text, parsePart(text)]).toEqual([text, null]);
  });
});

describe('two readings', () => {
  it('are the same by place and value', () => {
    const one = found('tables.*.buckets.*[address=16]');
    expect(samePart(one, found('tables.*.buckets.*[key=a]'))).toBe(true);
    expect(samePart(one && { ...one, places: [1, 1] }, one)).toBe(false);
    expect(samePart(undefined, undefined)).toBe(true);
    expect(samePart(one, undefined)).toBe(false);
  });

  it('compare bytes, lists and objects by what they hold', () => {
    expect(sameValue(new Uint8Array([1, 2]), new Uint8Array([1, 2]))).toBe(true);
    expect(sameValue(new Uint8Array([1, 2]), new Uint8Array([1, 3]))).toBe(false);
    expect(sameValue([1, [2]], [1, [2]])).toBe(true);
    expect(sameValue({ a: 1 }, { a: 1, b: undefined })).toBe(false);
    expect(sameValue([], {})).toBe(false);
    expect(sameValue({}, [])).toBe(false);
    expect(sameValue(null, {})).toBe(false);
    expect(sameValue(Number.NaN, Number.NaN)).toBe(true);
  });
});
