import { describe, expect, it } from 'vitest';
import { lowBits, lowDigits, maskHash } from './hash.ts';

const hash = '5c1e09b27744a3fb';

describe('from a hash to a bucket', () => {
  it('is the worked example of the file', () => {
    expect(maskHash(hash, 0, 8)).toMatchObject({ maskHex: '0x7', maskBits: 3, bucket: 3 });
    expect(maskHash(hash, 1, 16)).toMatchObject({ maskHex: '0xf', maskBits: 4, bucket: 11 });
    expect(lowDigits(hash, 4)).toBe('…a3fb');
    expect(lowBits(hash, 8)).toBe('11111011');
  });

  it('keeps all the digits the mask needs', () => {
    expect(maskHash(hash, 0, 1 << 20)).toMatchObject({ maskHex: '0xfffff', bucket: 0x4a3fb });
    expect(lowDigits(hash, 20)).toBe('…4a3fb');
    expect(lowDigits(hash, 64)).toBe(hash);
  });

  it('does not lose the top bits of a 64-bit hash', () => {
    expect(maskHash('ffffffffffffffff', 0, 2 ** 40).bucket).toBe(2 ** 40 - 1);
  });

  it('a table of one bucket keeps no bit', () => {
    expect(maskHash(hash, 0, 1)).toMatchObject({ maskHex: '0x0', maskBits: 0, bucket: 0 });
    expect(lowBits(hash, 0)).toBe('');
  });
});
