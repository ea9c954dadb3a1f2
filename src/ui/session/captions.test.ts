import { describe, expect, it } from 'vitest';
import { createCaptions, readingMs } from './captions.ts';

describe('the time to read a caption', () => {
  it('is none for nothing', () => {
    expect(readingMs('')).toBe(0);
    expect(readingMs(' · ')).toBe(0);
  });

  it('has a floor and a ceiling', () => {
    expect(readingMs('Found.')).toBe(900);
    expect(readingMs('命中')).toBe(900);
    expect(readingMs('word '.repeat(400))).toBe(8000);
    expect(readingMs('字'.repeat(400))).toBe(8000);
  });

  it('counts Chinese by characters and the rest by words', () => {
    expect(readingMs('从最高层开始往右找')).toBe(600 + 9 * 130);
    expect(readingMs('The search begins on the highest level')).toBe(600 + 7 * 260);
    expect(readingMs('ht[0] 有 4 个桶')).toBe(600 + 3 * 130 + 3 * 260);
    expect(readingMs("lock:order isn't free")).toBe(600 + 3 * 260);
  });
});

describe('captions', () => {
  it('are new once, and again after another sentence', () => {
    const captions = createCaptions();
    let sentence: string | null = 'one';
    const remove = captions.add(() => sentence);
    expect(captions.any()).toBe(true);
    expect(captions.fresh()).toBe('one');
    expect(captions.fresh()).toBe('');
    sentence = null;
    expect(captions.fresh()).toBe('');
    sentence = 'one';
    expect(captions.fresh()).toBe('one');
    remove();
    expect(captions.any()).toBe(false);
  });

  it('of several panels are read one after the other', () => {
    const captions = createCaptions();
    captions.add(() => 'one');
    captions.add(() => null);
    captions.add(() => 'two');
    expect(captions.fresh()).toBe('one two');
  });
});
