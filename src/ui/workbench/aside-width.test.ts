import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLocalStorage } from '../../testing/local-storage.ts';
import {
  fittingAsidePx,
  leastAsidePx,
  mostAsidePx,
  recallAsidePx,
  rememberAsidePx,
  widthByKey,
} from './aside-width.ts';

describe('the width of the text column', () => {
  it('leaves room for the drawing', () => {
    expect(mostAsidePx(1440, 1)).toBe(1000);
    expect(mostAsidePx(1440, 2)).toBe(680);
    expect(fittingAsidePx(5000, 1000)).toBe(1000);
  });

  it('has a minimum, also in a window too small for both', () => {
    expect(fittingAsidePx(10, 1000)).toBe(leastAsidePx);
    expect(mostAsidePx(500, 2)).toBe(leastAsidePx);
  });

  it('changes by keys', () => {
    const press = (key: string, shiftKey = false) => widthByKey({ key, shiftKey }, 400, 1000);
    expect(press('ArrowRight')).toBe(416);
    expect(press('ArrowLeft')).toBe(384);
    expect(press('ArrowRight', true)).toBe(480);
    expect(press('Home')).toBe(leastAsidePx);
    expect(press('End')).toBe(1000);
    expect(press('Enter')).toBeNull();
    expect(press('x')).toBeUndefined();
    expect(widthByKey({ key: 'ArrowRight', shiftKey: false }, 995, 1000)).toBe(1000);
  });
});

describe('the chosen width', () => {
  let kept: Map<string, string>;
  beforeEach(() => {
    kept = stubLocalStorage();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is remembered until it is taken back', () => {
    expect(recallAsidePx()).toBeNull();
    rememberAsidePx(520);
    expect(recallAsidePx()).toBe(520);
    rememberAsidePx(null);
    expect(recallAsidePx()).toBeNull();
  });

  it('is the usual one where something else was kept', () => {
    kept.set('rediscope.aside-width', 'wide');
    expect(recallAsidePx()).toBeNull();
  });
});
