import { describe, expect, it } from 'vitest';
import { areaOf, bitsOfScore, codeAt, interleave, rangeOf, separate } from './bits.ts';

describe('bits', () => {
  it('alternate, a longitude first', () => {
    expect(interleave({ longitude: '11010', latitude: '10111' })).toBe('1110011101');
    expect(separate('1110011101')).toEqual({ longitude: '11010', latitude: '10111' });
  });

  it('of a score are those of its cuts', () => {
    const bits = bitsOfScore('3479099956230698')!;
    expect(bits.longitude).toHaveLength(26);
    const area = areaOf(bits);
    expect(area.longitudeMin).toBeLessThan(13.361389);
    expect(area.longitudeMax).toBeGreaterThan(13.361389);
    expect(area.latitudeMin).toBeLessThan(38.115556);
    expect(area.latitudeMax).toBeGreaterThan(38.115556);
  });

  it('are not read from a score that is no geohash', () => {
    for (const score of ['-1', '1.5', '4503599627370496', 'inf']) expect(bitsOfScore(score)).toBeNull();
  });

  it('name ranges and cells', () => {
    expect(rangeOf('11010', 180)).toEqual([112.5, 123.75]);
    expect(rangeOf('', 180)).toEqual([-180, 180]);
    expect(codeAt(1, 3, 2)).toBe('0111');
    expect(codeAt(2, 0, 2)).toBe('1000');
  });
});
