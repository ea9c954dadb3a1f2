import { describe, expect, it } from 'vitest';
import { columnsOf, cutToColumns, keyInSentence } from './label.ts';

describe('labels', () => {
  it('counts wide characters as two columns', () => {
    expect(columnsOf('user:7')).toBe(6);
    expect(columnsOf('用户:7')).toBe(6);
    expect(columnsOf('🙂')).toBe(2);
  });

  it('leaves alone what fits and cuts the rest in the middle', () => {
    expect(cutToColumns('user:7', 6)).toBe('user:7');
    expect(cutToColumns('user:profile:1001', 10)).toBe('user…:1001');
    expect(cutToColumns('user:profile:1002', 10)).toBe('user…:1002');
    expect(cutToColumns('abc', 1)).toBe('…');
  });

  it('never exceeds the columns it was given', () => {
    for (const text of ['用户:资料:一千零一', 'a🙂b🙂c🙂d', 'plain-ascii-key']) {
      for (let columns = 1; columns < 14; columns++) {
        expect(columnsOf(cutToColumns(text, columns))).toBeLessThanOrEqual(Math.max(1, columns));
      }
    }
  });

  it('quotes a key in a sentence only if it would be invisible', () => {
    expect(keyInSentence('user:7')).toBe('user:7');
    expect(keyInSentence('two words')).toBe('"two words"');
    expect(keyInSentence('')).toBe('""');
  });
});
