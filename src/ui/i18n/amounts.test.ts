import { describe, expect, it } from 'vitest';
import { formatBytes, formatExactBytes, formatTimeLeft, plural } from './amounts.ts';

describe('amounts', () => {
  it('one has another noun than many', () => {
    expect(plural(1, 'entry', 'entries')).toBe('1 entry');
    expect(plural(0, 'entry', 'entries')).toBe('0 entries');
    expect(plural(12_345, 'entry', 'entries')).toBe('12,345 entries');
  });

  it('bytes have the unit that keeps them short', () => {
    expect(formatBytes(0)).toBe('0 B');
    expect(formatBytes(56)).toBe('56 B');
    expect(formatBytes(1023)).toBe('1023 B');
    expect(formatBytes(1024)).toBe('1.00 KB');
    expect(formatBytes(92_274_688)).toBe('88.0 MB');
    expect(formatBytes(5 * 1024 ** 4)).toBe('5120.0 GB');
  });

  it('bytes are written to the last one while that is read at a glance', () => {
    expect([64, 9999, 10_240, 1_500_000, 5 * 1024 ** 3].map(formatExactBytes)).toEqual([
      '64 B',
      '9,999 B',
      '10.0 KB',
      '1.43 MB',
      '5.00 GB',
    ]);
  });

  it('seconds are rounded as TTL rounds them', () => {
    expect(formatTimeLeft(99_400, 'en')).toBe('99 s');
    expect(formatTimeLeft(99_500, 'en')).toBe('100 s');
    expect(formatTimeLeft(100_000, 'zh')).toBe('100 秒');
  });

  it('near the end tenths count, far from it hours and days do', () => {
    expect(formatTimeLeft(2_430, 'en')).toBe('2.4 s');
    expect(formatTimeLeft(-5, 'en')).toBe('0.0 s');
    expect(formatTimeLeft(3_600_000, 'en')).toBe('1 h 0 min');
    expect(formatTimeLeft(11 * 3_600_000, 'en')).toBe('11 h 0 min');
    expect(formatTimeLeft(100 * 86_400_000, 'en')).toBe('100 days');
    expect(formatTimeLeft(100 * 86_400_000, 'zh')).toBe('100 天');
  });
});
